/** What the person should know before they use a file, as JSON whose letters are those of a header. */
export function warningsHeader(warnings: readonly string[]): Record<string, string> {
  return warnings.length > 0 ? { 'x-warnings': encodeURIComponent(JSON.stringify(warnings)) } : {};
}
