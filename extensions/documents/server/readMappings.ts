/** Custom code: the rows come from the form in the file; the record only stores their expressions. */
import type { DataRecord } from '#engine';
import type { OperationCall } from '#server/extension';
import { type FieldInfo, fillable } from './describeFields.ts';
import type { LoadedDocument } from './loadDocument.ts';

export type Mapping = {
  readonly Field: string;
  readonly Expression?: string | null;
  readonly Sample?: string | null;
};

/** The stored mappings of a document by form field. */
export function storedMappings(record: DataRecord | undefined): ReadonlyMap<string, Mapping> {
  const rows = (record?.Mappings ?? []) as readonly Mapping[];
  return new Map(rows.map((row) => [row.Field, row]));
}

/** Form fields that take a value; refuses files that are not readable PDFs. */
export async function formFields(
  { runtime }: OperationCall,
  { bytes }: LoadedDocument,
): Promise<readonly FieldInfo[]> {
  const { fields } = await runtime.ports.pdf.read(bytes);
  return fillable(fields);
}

/** A row per form field, and per stored mapping whose field a newer file lacks. */
export function mappingRows(record: DataRecord, fields: readonly FieldInfo[]): readonly DataRecord[] {
  const stored = storedMappings(record);
  const known = new Set(fields.map(({ Name }) => Name));
  const left = [...stored.values()].filter(({ Field }) => !known.has(Field));
  const rows = [...fields.map(({ Name, Type, Title }) => ({ Field: Name, Type, Title })), ...left];
  return rows.map((row) => {
    const { Expression = null, Sample = null } = stored.get(row.Field) ?? {};
    const isInDocument = known.has(row.Field);
    return {
      Type: null,
      Title: null,
      ...row,
      Expression,
      Sample,
      IsMapped: Boolean(Expression || Sample),
      IsInDocument: isInDocument,
    };
  });
}
