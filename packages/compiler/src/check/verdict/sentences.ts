/**
 * The sentences about a change, for reports in all formats. There are two parts, each with a case for each
 * kind of change:
 *
 * | part | function | for `Flow.name`, which is nullable now |
 * |---|---|---|
 * | the change, also as the title of a cause | `describeChange` | `Flow.name is now nullable, was non-null` |
 * | what a person must do, or what fails | `describeAction` | `Code that reads it must handle null.` |
 */

import { count, listSome } from "../../text/phrases.ts";
import { ownerOf } from "../compare/document-operations.ts";
import { type CodeKind, type ElementChange, MOST_VALUES } from "../compare/reasons.ts";
import type { Accepted, Cause, Finding } from "./report.ts";

/** Number of names that a sentence lists. The report has all. */
const MAX_MEMBERS = 4;

/**
 * The sentence of a change in two parts: the coordinate at its start, for emphasis, and the rest without a
 * period.
 */
interface Title {
  /** Empty if the change is about several elements, or does not start with the coordinate. */
  readonly subject: string;
  readonly predicate: string;
}

/** Describes the change of one or more elements of one type, such as `is now nullable, was non-null`. */
export function describeChange(coordinates: readonly string[], change: ElementChange): Title {
  const [coordinate = ""] = coordinates;
  if (coordinates.length > 1) {
    const owner = ownerOf(coordinate);
    // A few names, so that the change itself fits into the line of an overview.
    const shown = coordinates.length > MAX_MEMBERS ? 2 : MAX_MEMBERS;
    const names = listSome(coordinates, shown, (coordinate) => coordinate.slice(owner.length + 1));
    return { subject: "", predicate: `${owner}: ${names} ${predicateOf(change, true)}` };
  }
  return { subject: subjectOf(coordinate, change), predicate: predicateOf(change, false) };
}

/** The change in one text, such as `Integration.name is now nullable, was non-null`. */
export function joinTitle({ subject, predicate }: Title): string {
  return subject === "" ? predicate : `${subject} ${predicate}`;
}

/** Describes a finding in one or two sentences: the change, and what must be done or what fails. */
export function describeFinding({
  coordinate,
  change,
  code,
}: Pick<Finding, "coordinate" | "change" | "code">): string {
  const title = endSentence(joinTitle(describeChange([coordinate], change)));
  return [title, describeAction(coordinate, change, code)].filter(Boolean).join(" ");
}

/** The part of a finding's message that the title of its cause does not contain. */
export function describeDetails(
  { coordinate, change, code }: Pick<Finding, "coordinate" | "change" | "code">,
  cause: Pick<Cause, "change">,
): string {
  const own = joinTitle(describeChange([coordinate], change));
  const title = joinTitle(describeChange([coordinate], cause.change));
  return own === title
    ? describeAction(coordinate, change, code)
    : describeFinding({ coordinate, change, code });
}

/** What the sentence is about. Empty if the predicate is a whole sentence. */
function subjectOf(coordinate: string, change: ElementChange): string {
  if (change.kind === "invalid") return "";
  if (change.kind === "value") return change.in ?? ownerOf(coordinate);
  if (change.kind === "members") return change.of;
  // `an unknown type` (`WORDS_FOR_UNKNOWN_TYPES`) begins the sentence.
  return change.kind === "field" ? change.types.join(", ").replace(/^an /, "An ") : coordinate;
}

/** Verbs of a sentence about one element or about several. */
interface Verbs {
  readonly is: string;
  readonly was: string;
  readonly has: string;
  readonly accepts: string;
  readonly implements: string;
}

const SINGULAR: Verbs = { is: "is", was: "was", has: "has", accepts: "accepts", implements: "implements" };
const PLURAL: Verbs = { is: "are", was: "were", has: "have", accepts: "accept", implements: "implement" };

function predicateOf(change: ElementChange, isPlural: boolean): string {
  const verbs = isPlural ? PLURAL : SINGULAR;
  const { is, was, has, accepts } = verbs;
  switch (change.kind) {
    case "invalid":
      return change.error.replace(/\.$/, "");
    case "omitted":
      return `${is} now required`;
    case "nullability":
      return describeNullability(change, verbs);
    case "type":
    case "form":
      return `${is} now ${change.now}, ${was} ${change.was}`;
    case "presence":
      return describePresence(change, verbs);
    case "value":
      return describeValue(change, verbs);
    case "members":
      return describeMembers(change);
    case "interfaces":
      return `${verbs.implements} other interfaces, so ${change.of} has other fields for ${isPlural ? "them" : "it"}`;
    case "field":
      return `${change.change === "added" ? `now ${has}` : `no longer ${has}`} ${change.name} in the result`;
    case "input":
      if (change.change === "removed") return `${was} removed`;
      return `${is} new and ${change.required ? "required" : "optional"}`;
    case "one-of":
      return `now ${accepts} ${change.now ? "exactly" : "more than"} one of its fields`;
    case "default":
      return describeDefault(change, verbs);
    case "null":
      return `no longer ${accepts} null`;
    case "name":
      return `no longer ${has} the type ${change.name} in generated code`;
    case "operation":
      if (change.change === "changed")
        return `${has} ${change.by === "text" ? "another text" : "other options"} than at the base`;
      return change.to === undefined ? `${was} removed` : `${is} now named ${change.to}`;
    case "removed":
      return `${was} removed`;
    case "added":
      return `${is} new`;
  }
}

type ChangeOf<Kind extends ElementChange["kind"]> = Extract<ElementChange, { readonly kind: Kind }>;

function describeNullability(change: ChangeOf<"nullability">, { is, was, has }: Verbs): string {
  const before = change.now === "nullable" ? "non-null" : "nullable";
  if (change.depth === 0) return `${is} now ${change.now}, ${was} ${before}`;
  const lists = change.depth > 1 ? " in its lists" : "";
  return `now ${has} ${change.now} items${lists}, ${was} ${before}`;
}

function describePresence(change: ChangeOf<"presence">, { is, was }: Verbs): string {
  switch (change.now) {
    case "required":
      return `${is} now required, ${was} optional`;
    case "optional":
      return `${is} now optional, ${was} required`;
    case "absent":
      return "can now be absent";
    case "present":
      return `${is} now always present`;
  }
}

function describeValue(change: ChangeOf<"value">, { accepts }: Verbs): string {
  const isAdded = change.change === "added";
  if (change.in !== undefined) return `${isAdded ? "can now be" : "can no longer be"} "${change.value}"`;
  return isAdded ? `now also ${accepts} ${change.value}` : `no longer ${accepts} ${change.value}`;
}

function describeMembers({ added, removed }: ChangeOf<"members">): string {
  const parts: string[] = [];
  if (added.length > 0) parts.push(`can now be ${listSome(added, MAX_MEMBERS, String)}`);
  if (removed.length > 0) parts.push(`can no longer be ${listSome(removed, MAX_MEMBERS, String)}`);
  return parts.join(", and ");
}

function describeDefault(change: ChangeOf<"default">, { has }: Verbs): string {
  if (change.was === null) return `now ${has} the default ${change.now}, had none`;
  if (change.now === null) return `no longer ${has} the default ${change.was}`;
  return `now ${has} the default ${change.now}, was ${change.was}`;
}

/** Code, as the object of "breaks". */
const CODE_WORDS: Readonly<Record<CodeKind, string>> = {
  reads: "reads it",
  writes: "sets it",
  constructs: "builds it in tests",
  readsVariables: "reads it back from variables",
  switches: "lists all its members",
};

/**
 * The code that a change breaks, such as `breaks code that reads it or builds it in tests`. Empty if there is
 * none.
 */
export function describeCode(verdict: Finding["verdict"], code: readonly CodeKind[]): string {
  const words = code.map((kind) => CODE_WORDS[kind]);
  const last = words.pop();
  if (last === undefined) return "";
  const verb = verdict === "breaks" ? "breaks" : "can break";
  return `${verb} code that ${words.length > 0 ? `${words.join(", ")} or ` : ""}${last}`;
}

/**
 * What a person must do, or what fails. Of several kinds of code, only the one with the largest effect. Can
 * be empty.
 */
function describeAction(coordinate: string, change: ElementChange, code: readonly CodeKind[]): string {
  const breaks = (kind: CodeKind) => code.includes(kind);
  const name = coordinate.slice(ownerOf(coordinate).length + 1);
  switch (change.kind) {
    case "omitted":
      return "This operation omits it.";
    case "nullability":
      if (breaks("reads"))
        return `Code that reads ${change.depth === 0 ? "it" : "the items"} must handle null.`;
      if (!breaks("constructs")) return "";
      return `Tests that build this result must not ${change.depth === 0 ? `set ${name} to null` : `put null into ${name}`}.`;
    case "type":
      return describeTypeAction(change, breaks);
    case "presence":
      if (change.now === "required") return "Calls that omit it are rejected.";
      if (change.now === "optional") return "Code that reads variables back must handle its absence.";
      return change.now === "absent"
        ? "Code that reads it must handle its absence."
        : `Tests that build this result must set ${name}.`;
    case "value":
      if (change.change === "removed")
        return breaks("writes")
          ? "Calls that pass it are rejected."
          : "Code that compares it with this value does not compile.";
      if (breaks("reads")) return `A switch over ${ownerOf(coordinate)} does not handle it.`;
      return breaks("switches") ? `A map of all values of ${ownerOf(coordinate)} must contain it.` : "";
    case "members":
      if (change.added.length > 0 && breaks("reads"))
        return "Code that distinguishes its types does not handle this.";
      if (change.added.length > 0)
        return breaks("switches") ? "Code without a default must handle this." : "";
      if (breaks("reads")) return "Code that handles this type no longer compiles.";
      return breaks("constructs") ? "Tests that build this type no longer compile." : "";
    case "field":
      if (change.change === "removed") return breaks("reads") ? "Code that reads it does not compile." : "";
      if (breaks("reads")) return `Code that narrows by ${change.name} reads another type.`;
      return breaks("constructs") ? `Tests that build this result must set ${change.name}.` : "";
    case "input":
      if (change.change === "removed") return "Calls that pass it are rejected.";
      if (change.required) return "Existing calls do not set it.";
      return breaks("switches") ? "Only code that sets all fields must set it." : "";
    case "one-of":
      return change.now ? "Calls that pass several fields are rejected." : "";
    case "default":
      if (change.was === null) return "";
      if (change.by === "operation") return "This operation relies on it.";
      return change.by === "calls"
        ? "Calls that omit it rely on it."
        : `Calls without ${change.by} rely on it.`;
    case "null":
      return `Calls that pass null for $${change.variable} are rejected.`;
    case "form":
      return "The platform receives the value in another form.";
    case "name":
      return "Code that imports it does not compile.";
    case "operation":
      return describeOperationAction(change);
    default:
      return "";
  }
}

function describeOperationAction(change: ChangeOf<"operation">): string {
  if (change.change === "removed") return "Code that imports it does not compile.";
  const others = change.differences - 1;
  const follow = others === 1 ? "follows" : "follow";
  const rest = others > 0 ? ` ${count(others, "other difference")} ${follow}.` : "";
  return `${describeFinding(change.worst)}${rest}`;
}

/** @param breaks - Whether a kind of code stops compiling. */
function describeTypeAction(change: ChangeOf<"type">, breaks: (kind: CodeKind) => boolean): string {
  if (change.rejects !== undefined && change.rejects !== MOST_VALUES)
    return `Calls that pass ${change.rejects} are rejected.`;
  if (change.lost !== undefined) return `Code that imports ${change.lost} does not compile.`;
  if (breaks("reads")) return "Code that reads it must handle the new type.";
  if (breaks("writes")) {
    const effect = change.rejects === undefined ? "do not compile" : "are rejected";
    return `Calls that pass a value of the old type ${effect}.`;
  }
  return breaks("readsVariables") ? "Code that reads variables back must handle the new type." : "";
}

/** Who accepted a change, as the end of a sentence, such as `by the label "breaking" of anna`. */
export function describeAccepted(accepted: Accepted): string {
  if ("label" in accepted)
    return `by the label "${accepted.label}"${accepted.actor ? ` of ${accepted.actor}` : ""}`;
  const { file, expires, reason } = accepted;
  return `${file === undefined ? "" : `in ${file} `}until ${expires}: ${reason}`;
}

/** What is new on a type in use. */
export function describeNew(kind: "field" | "argument" | "input field" | "enum value"): string {
  return `New ${kind}.`;
}

export function describeNewTypes(names: readonly string[]): string {
  return `New possible types: ${names.join(", ")}.`;
}

function endSentence(sentence: string): string {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}
