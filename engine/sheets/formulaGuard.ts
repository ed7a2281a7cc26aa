/** Text a spreadsheet would take for a formula, with any number of leading apostrophes. */
const dangerous = /^'*[=+\-@\t\r\n|\0＝＋－＠]/;

/** Prevents CSV formula injection with a leading apostrophe. */
export function guardFormula(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

/** Reverses `guardFormula`. */
export function unguardFormula(text: string): string {
  return text.startsWith("'") && dangerous.test(text) ? text.slice(1) : text;
}
