/** The label of a pull request that accepts all breaks. */

import type { AcceptingLabel } from "@integration-platform/graphql-compiler/internal/check/index";
import { readJson } from "../../host/project/files.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { isRecord } from "../../text/decode-text.ts";

interface FoundLabel {
  /** Absent if the pull request does not have the label. */
  readonly label?: AcceptingLabel;
  /** Why it is not known whether the pull request has the label. */
  readonly remark?: string;
}

/**
 * Reads the labels from the event of GitHub, or from the variables of GitLab.
 *
 * @throws Problem if the event cannot be read.
 */
export async function readLabel(name: string, env: Terminal["env"]): Promise<FoundLabel> {
  const { CI_MERGE_REQUEST_IID: mergeRequest, CI_MERGE_REQUEST_LABELS: labels } = env;
  if (mergeRequest !== undefined || labels !== undefined) {
    // GitLab does not set the variable for a merge request without labels.
    return labels?.split(",").includes(name) ? { label: { label: name } } : {};
  }
  const event = env.GITHUB_EVENT_PATH
    ? await readJson(env.GITHUB_EVENT_PATH, "Remove --accept-label.", "GITHUB_EVENT_PATH")
    : undefined;
  const pullRequest = isRecord(event) && isRecord(event.pull_request) ? event.pull_request : undefined;
  if (!isRecord(event) || !pullRequest || !Array.isArray(pullRequest.labels)) {
    return { remark: `The labels of the pull request are unknown, so the label "${name}" accepts nothing.` };
  }
  if (!pullRequest.labels.some((label) => isRecord(label) && label.name === name)) return {};
  // Only the event of the label itself says who set it.
  const isSet = event.action === "labeled" && isRecord(event.label) && event.label.name === name;
  const actor = isSet && isRecord(event.sender) ? event.sender.login : undefined;
  return { label: { label: name, ...(typeof actor === "string" && { actor }) } };
}
