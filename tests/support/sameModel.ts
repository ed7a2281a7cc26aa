/** Finds the first difference between two compiled models, with what their expressions give. */

type Pairs = WeakMap<object, WeakSet<object>>;

/** The place of the first difference; undefined when there is none. */
export function differenceOf(
  one: unknown,
  other: unknown,
  path = '',
  pairs: Pairs = new WeakMap(),
): string | undefined {
  if (Object.is(one, other)) return undefined;
  if (typeof one === 'function' && typeof other === 'function')
    return String(one) === String(other) ? undefined : path;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return `${path}: ${String(one)} and ${String(other)}`;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return `${path}: another class`;
  if (pairs.get(one)?.has(other)) return undefined;
  pairs.set(one, (pairs.get(one) ?? new WeakSet()).add(other));
  return membersDiffer(one, other, path, pairs) ?? resultDiffers(one, other, path);
}

function membersDiffer(one: object, other: object, path: string, pairs: Pairs): string | undefined {
  const [members, others] = [membersOf(one), membersOf(other)];
  if (members.length !== others.length)
    return `${path}: ${members.length} members and ${others.length}: ${namesApart(members, others)}`;
  for (const [index, [name, value]] of members.entries()) {
    const [otherName, otherValue] = others[index] as readonly [unknown, unknown];
    if (name !== otherName) return `${path}: ${String(name)} and ${String(otherName)}`;
    const found = differenceOf(value, otherValue, `${path}/${String(name)}`, pairs);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Members = readonly (readonly [unknown, unknown])[];

function membersOf(of: object): Members {
  if (of instanceof Map) return [...of];
  if (of instanceof Set) return [...of].map((member, index) => [index, member] as const);
  return Object.entries(of);
}

function namesApart(members: Members, others: Members): string {
  const [some, more] = [members, others].map((list) => new Set(list.map(([name]) => name)));
  return [...(some ?? []), ...(more ?? [])]
    .filter((name) => !(some?.has(name) && more?.has(name)))
    .join(', ');
}

const record = { Id: 'a', Name: 'Name', Description: null, Amount: 12, IsActive: true, Rows: [{ Id: 'b' }] };
const scope = {
  root: record,
  vars: {
    ...{ record, previous: record, row: record, owner: record, option: record, action: 'create', index: 0 },
    ...{ today: '2026-01-15', now: '2026-01-15T12:00:00Z', user: { Id: 'u', Roles: [], Features: [] } },
    ...{ data: {}, route: {}, query: {}, params: {} },
  },
};

/** Compiled expressions are run, since two closures can read differently. */
function resultDiffers(one: object, other: object, path: string): string | undefined {
  const [given, otherGiven] = [one, other].map((compiled) => JSON.stringify(resultOf(compiled)));
  return given === otherGiven ? undefined : `${path} gives ${given} and ${otherGiven}`;
}

function resultOf(compiled: object): unknown {
  if (!('evaluate' in compiled && 'calls' in compiled) || typeof compiled.evaluate !== 'function')
    return undefined;
  try {
    return compiled.evaluate(scope);
  } catch (error) {
    return String(error);
  }
}
