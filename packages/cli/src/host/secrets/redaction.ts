/** Removes secrets from all output of a run. */

const MASK = "[redacted]";
/** Shorter values also occur inside other words, so they are masked only as whole words. */
const MIN_LENGTH_INSIDE_WORDS = 4;
/** The same for tokens: a real one is longer, and "fresh" is in "refresh". */
const MIN_TOKEN_LENGTH_INSIDE_WORDS = 8;

/**
 * Secrets that this process does not have as a value, by their form. SECURITY.md lists them. Each form takes
 * as much text as it can and never gives it back, so that the time is linear in the length of the text.
 */
const FORMS = [
  // JSON Web Tokens, and the value of an Authorization header.
  /eyJ[\w-]+(?:\.[\w-]*)*/,
  /(?:[Bb]earer|BEARER)\s+(?!(?:tokens?|auth\w*|schemes?|is|or|and)\b)(?:[\w.~+/=-]+|\[redacted\])/,
  /[Bb]asic\s+(?=\S*[\d=])[A-Za-z\d+/]{8,}={0,2}(?![\w-])/,
  // GitHub, GitLab, npm, Slack, Stripe, AWS, Google.
  /(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abeoprs]-|whsec_)[\w-]{8,}/,
  /[prs]k_(?:live|test)_\w{8,}/,
  /(?:AKIA|ASIA)[A-Z\d]{12,}/,
  /AIza[\w-]{30,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
  // Credentials in a URL.
  /(?<=[a-z][a-z\d+.-]*:\/\/)[^\s/@"'<>]+(?=@[\w[])/,
];
/** The start of a word. The code of a color ends with the letter "m". */
const START = String.raw`(?:(?<!\w)|(?<=\u001b\[[\d;]*m))`;
const TOKENS = new RegExp(`${START}(?:${FORMS.map(({ source }) => source).join("|")})`, "g");
/** A word that starts as a JSON Web Token does, without its dot, is none unless it is long. */
const MIN_JWT_LENGTH_WITHOUT_DOT = 20;

/** Masks secrets by their form. */
function maskForms(text: string): string {
  return text.replaceAll(TOKENS, (secret) => {
    const isWord =
      secret.startsWith("eyJ") && !secret.includes(".") && secret.length < MIN_JWT_LENGTH_WITHOUT_DOT;
    return isWord ? secret : MASK;
  });
}

export type Redact = (text: string) => string;

/**
 * Returns a function that masks secrets by their form, and all strings and numbers in `values`, as they are,
 * in JSON and in a URL.
 *
 * @param values - Variables of an operation, tokens; of any depth.
 */
export function createRedact(...values: readonly unknown[]): Redact {
  const maskValues = createMask(values, MIN_LENGTH_INSIDE_WORDS);
  // A value can contain a form: it is masked as a whole.
  return (text) => maskForms(maskValues(text));
}

/** Masks the longest values first, because one can contain another. */
function createMask(values: readonly unknown[], minLength: number): Redact {
  const leaves = [...new Set(values.flatMap(listLeaves))].sort((left, right) => right.length - left.length);
  if (leaves.length === 0) return (text) => text;
  const pattern = new RegExp(leaves.map((leaf) => toPattern(leaf, minLength)).join("|"), "giu");
  return (text) => text.replaceAll(pattern, MASK);
}

function listLeaves(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(listLeaves);
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value).trim();
  return text === "" ? [] : [text, JSON.stringify(text).slice(1, -1), encode(text)];
}

/** A lone surrogate cannot be encoded. */
const encode = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Cs}/gu, ""));

function toPattern(leaf: string, minLength: number): string {
  const pattern = leaf.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&");
  return leaf.length < minLength ? `(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])` : pattern;
}

/** The secrets of one run of a command. */
export interface Redaction {
  /** Masks all secrets that are known by now. */
  readonly redact: Redact;
  /**
   * Masks only the added secrets. For a snapshot: what looks like a token there is an example in a
   * description.
   */
  readonly redactKnown: Redact;
  /** Adds strings of any depth. */
  add(...secrets: readonly unknown[]): void;
  /** Adds the credentials in environment variables. */
  addEnvironment(env: Environment): void;
  /** Copies data, with secrets masked in all strings and in the names of members. */
  redactData<Data>(data: Data): Data;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Tokens of any prefix. Other secrets can have short values that are words, such as `true`. */
const TOKEN_VARIABLE = /(?:REFRESH|ACCESS)_TOKEN$/i;
const SECRET_VARIABLE = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|API_?KEY)$/i;
const MIN_SECRET_LENGTH = 8;

export function openRedaction(): Redaction {
  const secrets = new Set<string>();
  let current: Redact | undefined;
  const redactKnown: Redact = (text) => {
    current ??= createMask([...secrets], MIN_TOKEN_LENGTH_INSIDE_WORDS);
    return current(text);
  };
  const redaction: Redaction = {
    redact: (text) => maskForms(redactKnown(text)),
    redactKnown,
    add(...values) {
      const before = secrets.size;
      for (const secret of values.flatMap(listLeaves)) secrets.add(secret);
      if (secrets.size > before) current = undefined;
    },
    addEnvironment(env) {
      for (const [name, value = ""] of Object.entries(env)) {
        const isSecret = SECRET_VARIABLE.test(name) && value.length >= MIN_SECRET_LENGTH;
        if (isSecret || TOKEN_VARIABLE.test(name)) redaction.add(value);
      }
    },
    redactData: (data) => redactData(data, redaction.redact),
  };
  return redaction;
}

function redactData<Data>(data: Data, redact: Redact): Data;
function redactData(data: unknown, redact: Redact): unknown {
  if (typeof data === "string") return redact(data);
  if (typeof data !== "object" || data === null) return data;
  if (Array.isArray(data)) return data.map((entry) => redactData(entry, redact));
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [redact(name), redactData(value, redact)]),
  );
}
