import type { FieldModel } from '../types/modelTypes.ts';

/** Whether the value is the id of a single record: a reference or a file. */
export function refersToOne(field: Pick<FieldModel, 'kind'>): boolean {
  return field.kind === 'reference' || field.kind === 'file';
}
