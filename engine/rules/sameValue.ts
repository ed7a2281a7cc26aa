/** Whether two JSON values are equal; absent, `undefined` and `null` are the same. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right);
  if (typeof left !== 'object' || typeof right !== 'object') return Number.isNaN(left) && Number.isNaN(right);
  if (Array.isArray(left) || Array.isArray(right)) return sameList(left, right);
  return sameMembers(left as Members, right as Members);
}

type Members = { readonly [name: string]: unknown };

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

function sameList(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((entry, at) => sameValue(entry, right[at]));
}

function sameMembers(left: Members, right: Members): boolean {
  for (const name in left) if (!sameValue(left[name], right[name])) return false;
  for (const name in right) if (!(name in left) && !isNothing(right[name])) return false;
  return true;
}
