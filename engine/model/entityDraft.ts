/** An entity whose fields are compiled, but not yet what governs them. */
import type { TypeSources } from './typeScope.ts';
import type { EntityModel } from './types.ts';

/** Facts of the record, before rules, workflow and policy. */
export type EntityDraft = Omit<
  EntityModel,
  | 'memory'
  | 'rules'
  | 'workflow'
  | 'policy'
  | 'removal'
  | 'follows'
  | 'defaults'
  | 'operand'
  | 'owns'
  | 'copied'
  | 'filling'
> & {
  readonly file: string;
};

/** The compiled entity of a draft, once all are compiled; expressions are type-checked only then. */
export function modelOf(types: TypeSources, draft: EntityDraft): EntityModel {
  return types.entities.get(draft.id) ?? (draft as unknown as EntityModel);
}
