/** Lines of code, without imports, comments and empty lines. */
export function countLines(source: string): number {
  return source.split("\n").filter((line) => !/^\s*$|^\s*(?:\/[/*]|\*)|^import /.test(line)).length;
}
