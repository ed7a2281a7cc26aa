import { kinds } from '../fields/registry.ts';
import type { FieldModel } from '../types/modelTypes.ts';

/** Whether the value is the id of a single record: a reference or a file. */
export function refersToOne({ kind }: Pick<FieldModel, 'kind'>): boolean {
  return kinds[kind].refersTo !== undefined;
}

/** Whether it is the id of a record that people know by its name. */
export function namesRecord({ kind }: Pick<FieldModel, 'kind'>): boolean {
  return kinds[kind].refersTo === 'record';
}
