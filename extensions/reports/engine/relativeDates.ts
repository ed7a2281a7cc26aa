const now = '(?:today|now)(?:\\(\\))?(?:\\.date)?';
const first = '=dateserial\\(year\\(';
const shapes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^=${now}$`), '=Today'],
  [new RegExp(`^${first}${now}\\),month\\(${now}\\),1\\)$`), '=FirstOfMonth'],
  [new RegExp(`^${first}${now}\\),1,1\\)$`), '=FirstOfYear'],
];

/** Dates that filters compute at run time, but Visual Basic does not know. */
export const isRelativeDate = (text: string): boolean => /^=FirstOf(Month|Year)$/.test(text.trim());

/** The relative date that a Visual Basic expression computes, as filters write it; other texts unchanged. */
export function relativeDateOf(text: string): string {
  const formula = text.replace(/\s+/g, '').toLowerCase();
  return shapes.find(([shape]) => shape.test(formula))?.[1] ?? text;
}
