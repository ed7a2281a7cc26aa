// Custom code: matches the values of a base parameter by name under another parameter.
import type { DataRecord } from '#engine';

/** Copies a parameter's rows for another: without ids, with groups over the values of the other base. */
export function rowsOver(
  rows: readonly DataRecord[],
  base: DataRecord | undefined,
): { readonly rows: readonly DataRecord[]; readonly missing: readonly string[] } {
  const byName = new Map(rowsOf(base).map((value) => [keyOf(value.Name), value]));
  const missing: string[] = [];
  const made = rows.map(({ Id: _, SortOrder: __, ...row }) => {
    const groups = (row.GroupedParameterValues ?? []) as readonly DataRecord[];
    const GroupedParameterValues = groups.flatMap(({ Name }) => {
      const found = byName.get(keyOf(Name));
      if (!found) missing.push(String(Name));
      return found ? [{ Id: found.Id, Name: found.Name }] : [];
    });
    return { ...row, GroupedParameterValues };
  });
  return { rows: made, missing };
}

/** The values of a parameter, in order. */
export function rowsOf(parameter: DataRecord | undefined): readonly DataRecord[] {
  return (parameter?.ParameterValues ?? []) as readonly DataRecord[];
}

const keyOf = (name: unknown): string => String(name).trim().toLowerCase();
