/** The file names that a message can quote. */

const MAX_PATH = 300;
/** Control and formatting characters, schemes of URLs, and what looks like a token. */
const NOT_IN_PATH = /[\p{Cc}\p{Cf}\u2028\u2029]|:\/\/|eyJ[\w-]{10}|[\w-]{48}/u;

/** Returns a file name in quotes, or `otherwise` if the text looks like a token or a URL with credentials. */
export function quotePath(path: string, otherwise = "the file"): string {
  const isQuotable =
    path !== "" && path.length <= MAX_PATH && !NOT_IN_PATH.test(path) && !hasCredentials(path);
  return isQuotable ? `"${path}"` : otherwise;
}

/** Whether a word has an "@" after a ":", as in `user:password@host`. */
function hasCredentials(path: string): boolean {
  return path.split(" ").some((word) => word.includes(":") && word.lastIndexOf("@") > word.indexOf(":"));
}
