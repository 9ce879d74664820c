/** The package speaks to programmers, of options; the command to people who set variables. Messages may change: so may this. */
export function nameVariables(message: string, prefix: string): string {
  return message
    .replace(/\bbaseUrl\b/, `${prefix}_BASE_URL`)
    .replace(/, or pass insecureHttp\b.*$/, "")
    .replace(/, or use refreshToken\(\)/, `, or set ${prefix}_REFRESH_TOKEN`);
}
