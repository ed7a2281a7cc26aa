import type { FieldModel } from '../types/modelTypes.ts';

/** Whether a value is the id of one record: a reference, or a file. */
export function refersToOne(field: Pick<FieldModel, 'kind'>): boolean {
  return field.kind === 'reference' || field.kind === 'file';
}
