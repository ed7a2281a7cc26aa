/** JSON pointers (`/PlanCoverageItems/0/IsOptional`) and the dotted patterns they are instances of. */

/** `/PlanCoverageItems/0/IsOptional` → `PlanCoverageItems.IsOptional`. */
export function patternOf(pointer: string): string {
  return segmentsOf(pointer)
    .filter((segment) => !isIndex(segment))
    .join('.');
}

export function segmentsOf(pointer: string): readonly string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/');
}

/** The pointer of the enclosing value; '' for a field of the record. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

export function isIndex(segment: string): boolean {
  return /^\d+$/.test(segment);
}

/** The value at a pointer; undefined when it does not exist. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const segment of segmentsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return value;
}

/** A copy of `root` with another value at the pointer; unaffected parts are shared. */
export function withValueAt<Root>(root: Root, pointer: string, value: unknown): Root {
  return replaced(root, segmentsOf(pointer), value) as Root;
}

function replaced(target: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(target)) {
    const copy = [...target];
    copy[Number(name)] = replaced(target[Number(name)], rest, value);
    return copy;
  }
  const members = (typeof target === 'object' && target !== null ? target : {}) as Record<string, unknown>;
  return { ...members, [name]: replaced(members[name], rest, value) };
}
