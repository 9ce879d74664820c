/** Lines of a rules file. */

/** Which line of a rules file. */
export interface LineName {
  /** Names of the objects that contain the line: `["filters"]`, `["resolvers", "Mutation"]`. */
  readonly section: readonly string[];
  readonly key: string;
}

/** A proposed line of `platform.rules.ts`. */
export interface Line extends LineName {
  /** TypeScript of the value. `todo` if no convention explains the element. */
  readonly value: string;
  /** Exports of the rules entry that the value uses. */
  readonly uses: readonly string[];
  /** What a reviewer must decide or check. */
  readonly notes: readonly string[];
}

/** The value of a line, and what it means. */
export type Proposal = Pick<Line, "value" | "uses" | "notes">;

export const isTodo = ({ value }: Pick<Line, "value">): boolean => value === "todo";

/** `filters["TicketFilter.status"]`, `resolvers.Mutation.closeTicket`. */
export function nameLine({ section, key }: LineName): string {
  return /^\w+$/.test(key) ? [...section, key].join(".") : `${section.join(".")}["${key}"]`;
}

export function todo(...notes: readonly string[]): Proposal {
  return { value: "todo", uses: ["todo"], notes };
}

/** A value of TypeScript that uses exports of the rules entry. */
export function code(value: string, uses: readonly string[] = [], ...notes: readonly string[]): Proposal {
  return { value, uses, notes };
}

/** A comparison of a path: `is("status")`. Without a path, it compares the value at the path around it. */
export function comparison(name: string, path?: string, ...notes: readonly string[]): Proposal {
  return { value: `${name}(${path === undefined ? "" : JSON.stringify(path)})`, uses: [name], notes };
}

export function negate({ value, uses, notes }: Proposal): Proposal {
  return { value: `not(${value})`, uses: ["not", ...uses], notes };
}

/** Collects lines by section and key. The same line can be proposed several times. */
export interface Lines {
  /** The lines that the rules of the project do not have. */
  readonly all: () => readonly Line[];
  readonly add: (section: Line["section"], key: string, proposal: Proposal) => void;
  /** Notes an input type whose members get no lines, because there are too many. */
  readonly leave: (inputType: string) => void;
  readonly left: () => readonly string[];
  /** The rule that the project has. `undefined` if it has none. */
  readonly known: Known;
}

/** Returns the rule of a section by its key. `undefined` if there is none. */
export type Known = (section: readonly string[], key: string) => unknown;

export function collectLines(known: Known): Lines {
  const lines = new Map<string, Line>();
  const left = new Set<string>();
  return {
    known,
    leave: (inputType) => void left.add(inputType),
    left: () => [...left],
    all: () => [...lines.values()].filter(({ section, key }) => known(section, key) === undefined),
    add(section, key, proposal) {
      const name = JSON.stringify([section, key]);
      const known = lines.get(name);
      if (!known) lines.set(name, { section, key, ...proposal });
      else if (known.value !== proposal.value) {
        const notes = [...new Set([known, proposal].flatMap((each) => (isTodo(each) ? each.notes : [each.value])))];
        lines.set(name, { ...known, ...todo(`differs from place to place: ${notes.join("; ")}`) });
      }
    },
  };
}
