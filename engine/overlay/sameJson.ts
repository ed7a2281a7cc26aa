/** Whether two JSON values are equal, ignoring member order; absent and undefined are equal. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) =>
    sameJson((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  );
}
