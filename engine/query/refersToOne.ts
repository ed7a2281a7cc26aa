import { kinds } from '../fields/registry.ts';
import type { FieldModel } from '../types/modelTypes.ts';

type OfKind = Pick<FieldModel, 'kind'>;

/** Whether the value is the id of a single record: a reference or a file. */
export const refersToOne = ({ kind }: OfKind): boolean =>
  kinds[kind].refersTo !== undefined && !kinds[kind].elements;

/** Whether the value is a list of ids of records or files. */
export const refersToMany = ({ kind }: OfKind): boolean => kinds[kind].elements === 'ids';

/** Whether it is the id of a record that people know by its name. */
export const namesRecord = ({ kind }: OfKind): boolean =>
  kinds[kind].refersTo === 'record' && !kinds[kind].elements;

/** Whether the value is one file or several. */
export const holdsFiles = ({ kind }: OfKind): boolean => kinds[kind].refersTo === 'file';
