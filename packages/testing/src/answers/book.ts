/** The answers that a test gave, by operation. */

import type { Journal, JournalEntry, PlatformRequest } from "../journal.ts";
import { type AnswerOptions, contains, type Reply, type ReplyOptions } from "./data.ts";
import { type AnswerDocument, type Operation, readOperation } from "./document.ts";
import type { AnswerContext } from "./fit.ts";
import { type AnyReply, type Prepared, type PreparedReply, prepareReply, type Variables } from "./reply.ts";

/** An answer that was given, and what became of it. */
export interface Answer<Result, Variables> {
  /** Adds the reply to the next request; the last reply goes on for all that follow. */
  andThen(data: Reply<Result, Variables> | undefined, options?: ReplyOptions): Answer<Result, Variables>;
  /** The requests it has answered, as far as the platform's record still holds them. */
  readonly requests: readonly PlatformRequest[];
}

/** A request for an operation, as far as answers look at it. */
export interface Asked {
  readonly operation: string;
  readonly variables: Variables;
  readonly entry: JournalEntry;
  readonly signal: AbortSignal;
}

/** One line of the book. */
interface Line {
  readonly operation: Operation;
  readonly matches: (variables: Variables) => boolean;
  readonly replies: PreparedReply[];
  asked: number;
}

export interface AnswerBook {
  answer<Result, Variables>(
    document: AnswerDocument<Result, Variables>,
    data: Reply<Result, Variables> | undefined,
    options: AnswerOptions<Variables>,
  ): Answer<Result, Variables>;
  /** The reply of the newest answer that matches, or nothing: then the schema answers. */
  find(asked: Asked): Promise<Prepared | undefined>;
  /** A line for each answer, or part of one, that nobody asked for. */
  unused(): string[];
  reset(): void;
}

export function createAnswerBook(context: AnswerContext, journal: Journal): AnswerBook {
  const lines: Line[] = [];
  const answeredBy = new WeakMap<PlatformRequest, Line>();
  return {
    answer<Result, Variables>(
      document: AnswerDocument<Result, Variables>,
      data: Reply<Result, Variables> | undefined,
      { variables, ...options }: AnswerOptions<Variables>,
    ) {
      const operation = readOperation(context.schema, document);
      const matches = createMatcher(operation, variables as Wanted);
      const line: Line = { operation, matches, replies: [], asked: 0 };
      const answer: Answer<Result, Variables> = {
        andThen(next, nextOptions = {}) {
          line.replies.push(prepareReply(context, operation, next as AnyReply, nextOptions));
          return answer;
        },
        get requests() {
          return journal.entries.filter((entry) => answeredBy.get(entry) === line);
        },
      };
      answer.andThen(data, options);
      lines.unshift(line);
      return answer;
    },
    async find({ operation, variables, entry, signal }) {
      const line = lines.find((known) => known.operation.name === operation && known.matches(variables));
      const reply = line?.replies[Math.min(line.asked, line.replies.length - 1)];
      if (!line || !reply) return undefined;
      line.asked += 1;
      answeredBy.set(entry, line);
      return await reply(variables, signal);
    },
    unused: () =>
      lines.toReversed().flatMap(({ operation: { name }, replies: { length }, asked }) => {
        if (asked === 0) return [`${name}: nobody asked for it`];
        return asked < length ? [`${name}: ${asked} of ${length} replies were asked for`] : [];
      }),
    reset() {
      lines.length = 0;
    },
  };
}

type Wanted = object | ((variables: Variables) => boolean) | undefined;

/** @throws TypeError Where the operation has no such variable: the answer would never be given. */
function createMatcher({ name, node }: Operation, wanted: Wanted): Line["matches"] {
  if (wanted === undefined) return () => true;
  if (typeof wanted === "function") return (variables) => wanted(variables);
  const known = (node.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  const odd = Object.keys(wanted).find((variable) => !known.includes(variable));
  if (odd === undefined) return (variables) => contains(variables, wanted);
  throw new TypeError(`${name} has no variable "${odd}": it has ${known.join(", ") || "none"}`);
}
