/** Labels of the set bits, in list order. */
export function namesOfFlags(
  value: unknown,
  items: readonly { readonly Id: number; readonly label: string }[],
): string {
  const bits = Number(value ?? 0);
  return items
    .filter(({ Id }) => (bits & Id) !== 0)
    .map(({ label }) => label)
    .join(', ');
}
