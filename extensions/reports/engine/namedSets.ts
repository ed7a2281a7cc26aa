/** The data sets that the formulas of a layout name, beside those that its regions show. */
import type { ReportLayout } from './types.ts';

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
