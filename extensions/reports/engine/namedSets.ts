/** The data sets that the formulas of a layout name, beside those that its regions show. */
import type { Jumps, ReportLayout } from './types.ts';

const known = new WeakMap<ReportLayout, ReadonlySet<string>>();

export function namedSets(layout: ReportLayout): ReadonlySet<string> {
  const found = known.get(layout) ?? readNamed(layout);
  known.set(layout, found);
  return found;
}

function readNamed(layout: ReportLayout): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (value instanceof Map) {
      visit([...value.values()]);
      return;
    }
    const { kind, scope, set, dataSet } = value as Readonly<Record<string, unknown>>;
    if (kind === 'aggregate' && typeof scope === 'string') names.add(scope);
    if (kind === 'tablix' && typeof dataSet === 'string') names.add(dataSet);
    if (kind === 'lookup' && typeof set === 'string') names.add(set);
    for (const one of Object.values(value)) visit(one);
  };
  // Rows that are entered are many, and name nothing.
  visit({ ...layout, dataSets: layout.dataSets.map((one) => ({ ...one, entered: undefined })) });
  return names;
}

const jumping = new WeakMap<ReportLayout, boolean>();

/** Whether a cell of a table is in the document map, or is what a link leads to. */
export function jumpsInCells(layout: ReportLayout): boolean {
  const found =
    jumping.get(layout) ?? layout.body.some(({ item }) => item.kind === 'tablix' && jumpsWithin(item));
  jumping.set(layout, found);
  return found;
}

function jumpsWithin(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { jumps } = value as { readonly jumps?: Jumps };
  if (jumps && (jumps.bookmark !== null || jumps.label !== null)) return true;
  return Object.values(value).some(jumpsWithin);
}
