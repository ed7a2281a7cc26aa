/** The layout in the definition file of a report; undefined when the report has columns only. */
import type { DataRecord } from '#engine';
import { type ReportLayout, readLayout } from '#extensions/reports/engine';
import type { OperationCall } from '#server/extension';
import { BrokenDefinition, parseDefinition, parseDocument } from './parseDefinition.ts';

/** Files are immutable, so recently parsed ones are cached. */
const read = new Map<string, ReportLayout | undefined>();
const mostKept = 20;

export async function ownLayout(
  { runtime }: OperationCall,
  report: DataRecord,
): Promise<ReportLayout | undefined> {
  const id = String(report.DefinitionFileId ?? '');
  if (id === '') return undefined;
  if (read.has(id)) return read.get(id);
  const bytes = await runtime.ports.files.bytes(id);
  if (!bytes) return undefined;
  const layout = layoutOf(new TextDecoder().decode(bytes));
  const [oldest] = read.keys();
  if (read.size >= mostKept && oldest !== undefined) read.delete(oldest);
  read.set(id, layout);
  return layout;
}

/** A file with an empty body leaves the report to its columns. */
export function shownSets({ body, dataSets }: ReportLayout): ReportLayout['dataSets'] {
  const shown = new Set(
    body.flatMap(({ item }) => (item.kind === 'tablix' || item.kind === 'chart' ? [item.dataSet] : [])),
  );
  const isShown = dataSets.some(({ name }) => shown.has(name));
  return dataSets.filter((set) => shown.has(set.name) || (set === dataSets[0] && !isShown));
}

/** A data set as its data are found by. */
export type NamedSet = Pick<ReportLayout['dataSets'][number], 'name' | 'query'>;

/** By file: a list of reports asks for all of them, and no layout has to be kept for it. */
const sets = new Map<string, readonly NamedSet[]>();
const mostSets = 5000;

/** Those whose rows do not stand in the file itself; none of a file that cannot be read. */
export async function shownSetsOf(call: OperationCall, report: DataRecord): Promise<readonly NamedSet[]> {
  const id = String(report.DefinitionFileId ?? '');
  const known = sets.get(id);
  if (id === '' || known) return known ?? [];
  const layout = await readableLayout(call, report);
  const found = layout ? shownSets(layout).filter(({ entered }) => !entered) : [];
  const named = found.map(({ name, query }) => ({ name, query }));
  if (sets.size < mostSets) sets.set(id, named);
  return named;
}

async function readableLayout(call: OperationCall, report: DataRecord): Promise<ReportLayout | undefined> {
  try {
    return await ownLayout(call, report);
  } catch (error) {
    if (error instanceof BrokenDefinition) return undefined;
    throw error;
  }
}

/** A file with an empty body leaves the report to its columns. */
function layoutOf(text: string): ReportLayout | undefined {
  const { layout } = readLayout(parseDefinition(text), parseDocument);
  return layout.body.length > 0 ? layout : undefined;
}
