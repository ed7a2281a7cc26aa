/** The layout in the definition file of a report; undefined when the report has columns only. */
import type { DataRecord } from '#engine';
import { type ReportLayout, readLayout } from '#extensions/reports/engine';
import type { OperationCall } from '#server/extension';
import { parseDefinition, parseDocument } from './parseDefinition.ts';

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
function layoutOf(text: string): ReportLayout | undefined {
  const { layout } = readLayout(parseDefinition(text), parseDocument);
  return layout.body.length > 0 ? layout : undefined;
}
