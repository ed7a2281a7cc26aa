const now = '(?:today|now)(?:\\(\\))?(?:\\.date)?';
const first = '=dateserial\\(year\\(';
const shapes: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^=${now}$`), '=Today'],
  [new RegExp(`^${first}${now}\\),month\\(${now}\\),1\\)$`), '=FirstOfMonth'],
  [new RegExp(`^${first}${now}\\),1,1\\)$`), '=FirstOfYear'],
];

/** Days that filters know by name, but not Visual Basic. */
export const isNamedDay = (text: string): boolean => /^=FirstOf(Month|Year)$/.test(text.trim());

/** The days that a report may begin with, as filters have them; any other text as it is. */
export function usualDay(text: string): string {
  const formula = text.replace(/\s+/g, '').toLowerCase();
  return shapes.find(([shape]) => shape.test(formula))?.[1] ?? text;
}
