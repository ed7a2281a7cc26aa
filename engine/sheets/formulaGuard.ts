/** What a spreadsheet would take for a formula, however many apostrophes guard it already. */
const dangerous = /^'*[=+\-@\t\r\n|\0＝＋－＠]/;

/** A text that no spreadsheet runs when it opens a csv file: an apostrophe stands in front of it. */
export function guardFormula(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

/** The text as it was before it was guarded. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text;
}
