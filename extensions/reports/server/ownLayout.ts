/** The layout in the definition file of a report; undefined when the report has columns only. */
import type { DataRecord } from '#engine';
import {
  type DefinitionFinding,
  type ReportLayout,
  readLayout,
  namedSets as setsInFormulas,
  setsOfParameter,
} from '#extensions/reports/engine';
import type { OperationCall } from '#server/extension';
import { BrokenDefinition, parseDefinition, parseDocument } from './parseDefinition.ts';

type OwnLayout = {
  readonly layout: ReportLayout | undefined;
  readonly findings: readonly DefinitionFinding[];
};

/** Files are immutable, so recently parsed ones are cached. */
const read = new Map<string, OwnLayout>();
const mostKept = 20;

export const ownLayout = async (call: OperationCall, report: DataRecord): Promise<ReportLayout | undefined> =>
  (await readOwn(call, report))?.layout;

/** What of its definition file is not shown, for the reader of the report. */
export const ownFindings = async (
  call: OperationCall,
  report: DataRecord,
): Promise<readonly DefinitionFinding[]> => (await readOwn(call, report))?.findings ?? [];

async function readOwn({ runtime }: OperationCall, report: DataRecord): Promise<OwnLayout | undefined> {
  const id = String(report.DefinitionFileId ?? '');
  if (id === '') return undefined;
  if (read.has(id)) return read.get(id);
  const bytes = await runtime.ports.files.bytes(id);
  if (!bytes) return undefined;
  const own = readText(new TextDecoder().decode(bytes));
  const [oldest] = read.keys();
  if (read.size >= mostKept && oldest !== undefined) read.delete(oldest);
  read.set(id, own);
  return own;
}

/** A file with an empty body leaves the report to its columns. */
export function shownSets(layout: ReportLayout): ReportLayout['dataSets'] {
  const { body, dataSets } = layout;
  const named = setsInFormulas(layout);
  const shown = new Set(
    body.flatMap(({ item }) => (item.kind === 'tablix' || item.kind === 'chart' ? [item.dataSet] : [])),
  );
  const isShown = dataSets.some(({ name }) => shown.has(name));
  return dataSets.filter(
    (set) => shown.has(set.name) || named.has(set.name) || (set === dataSets[0] && !isShown),
  );
}

/** Whether a region shows the set, rather than a formula that names it. */
export const isInRegion = ({ body }: ReportLayout, name: string): boolean =>
  body.some(({ item }) => (item.kind === 'tablix' || item.kind === 'chart') && item.dataSet === name);

/** The parts of a data set that identify its data. */
export type NamedSet = Pick<ReportLayout['dataSets'][number], 'name' | 'query'>;

/** Data sets by file: a list of reports reads those of all reports, which takes no layouts. */
const sets = new Map<string, readonly NamedSet[]>();
const mostSets = 5000;

/**
 * The shown data sets whose rows are not in the file itself; none if the file is not a valid definition.
 * Undefined if the file is missing: it may be restored, and what it needs must then be checked.
 */
export async function shownSetsOf(
  call: OperationCall,
  report: DataRecord,
): Promise<readonly NamedSet[] | undefined> {
  const id = String(report.DefinitionFileId ?? '');
  const known = sets.get(id);
  if (id === '' || known) return known ?? [];
  const bytes = await call.runtime.ports.files.bytes(id);
  if (!bytes) return undefined;
  const named = namedSets(new TextDecoder().decode(bytes));
  const [oldest] = sets.keys();
  if (sets.size >= mostSets && oldest !== undefined) sets.delete(oldest);
  sets.set(id, named);
  return named;
}

function namedSets(text: string): readonly NamedSet[] {
  try {
    const { layout } = readText(text);
    const listed = layout?.parameters.flatMap((one) => setsOfParameter(layout, one)) ?? [];
    const all = layout ? [...new Set([...shownSets(layout), ...listed])] : [];
    const found = all.filter(({ entered }) => !entered);
    return found.map(({ name, query }) => ({ name, query }));
  } catch (error) {
    if (error instanceof BrokenDefinition) return [];
    throw error;
  }
}

/** A file with an empty body leaves the report to its columns. */
function readText(text: string): OwnLayout {
  const { layout, findings } = readLayout(parseDefinition(text), parseDocument);
  return layout.body.length > 0 ? { layout, findings } : { layout: undefined, findings: [] };
}
