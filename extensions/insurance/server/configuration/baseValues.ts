// Code, because the values of a base are found again under another parameter by their names, record by record.
import type { DataRecord } from '#engine';

/** The rows of a parameter as rows of another one: without ids, groups over the values of the other base. */
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

/** The values of a parameter, in their order. */
export function rowsOf(parameter: DataRecord | undefined): readonly DataRecord[] {
  return (parameter?.ParameterValues ?? []) as readonly DataRecord[];
}

const keyOf = (name: unknown): string => String(name).trim().toLowerCase();
