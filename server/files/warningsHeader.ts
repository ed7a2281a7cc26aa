/** Warnings about a file as JSON, percent-encoded to fit a header. */
export function warningsHeader(warnings: readonly string[]): Record<string, string> {
  return warnings.length > 0 ? { 'x-warnings': encodeURIComponent(JSON.stringify(warnings)) } : {};
}
