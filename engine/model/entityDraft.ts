/** An entity with compiled fields, but without its behaviour. */

import type { EntityModel } from '../types/modelTypes.ts';
import type { TypeSources } from './typeScope.ts';

/** The behaviour of an entity, compiled once the fields of all entities are. */
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
  | 'rollUps'
  | 'lookThroughs'
  | 'automations'
  | 'publicForms'
  | 'printFormats'
  | 'activity'
  | 'removal'
  | 'operand'
  | 'copied'
  | 'filling'
  | 'defaults'
>;

/** The fields, before rules, workflow and policy. */
export type EntityDraft = Omit<EntityModel, keyof EntityBehaviour> & { readonly file: string };

/** The compiled entity of a draft, available once all are compiled; only then are expressions checked. */
export function modelOf(types: TypeSources, draft: EntityDraft): EntityModel {
  return types.entities.get(draft.id) ?? (draft as unknown as EntityModel);
}
