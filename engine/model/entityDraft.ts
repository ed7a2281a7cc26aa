/** An entity whose fields are compiled, but not yet what governs them. */

import type { EntityModel } from '../types/modelTypes.ts';
import type { TypeSources } from './typeScope.ts';

/** What governs an entity: compiled once the fields of all are. */
export type EntityBehaviour = Pick<
  EntityModel,
  | 'owns'
  | 'rowAccess'
  | 'rules'
  | 'reportFirst'
  | 'memory'
  | 'workflow'
  | 'policy'
  | 'follows'
  | 'removal'
  | 'operand'
  | 'copied'
  | 'filling'
  | 'defaults'
>;

/** Facts of the record, before rules, workflow and policy. */
export type EntityDraft = Omit<EntityModel, keyof EntityBehaviour> & { readonly file: string };

/** The compiled entity of a draft, once all are compiled; expressions are type-checked only then. */
export function modelOf(types: TypeSources, draft: EntityDraft): EntityModel {
  return types.entities.get(draft.id) ?? (draft as unknown as EntityModel);
}
