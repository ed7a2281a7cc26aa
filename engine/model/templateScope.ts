/** What a template of an entity may read: its record, and lists of what it owns. */
import { type ExpressionType, listType, textType } from '../expression/functionTypes.ts';
import { templateFunctions } from '../template/templateFunctions.ts';
import type { TypeScope } from '../template/types.ts';
import type { EntityModel } from '../types/modelTypes.ts';
import { recordType, type TypeSources } from './typeScope.ts';

export type Collection = { readonly name: string; readonly entity: EntityModel };

/** The named lists of owned records (`x-collection`). */
export function collectionsOf(
  sources: Pick<TypeSources, 'entities'>,
  entity: EntityModel,
): readonly Collection[] {
  return entity.owns.flatMap((id) => {
    const owned = sources.entities.get(id);
    const { collection: name, entity: owner } = owned?.owner?.ref ?? {};
    return owned && name && owner === entity.id ? [{ name, entity: owned }] : [];
  });
}

/** Types of everything a template of this entity may read. */
export function templateScope(sources: TypeSources, entity: EntityModel): TypeScope {
  const record = withCollections(sources, entity);
  const named = { [rootNameOf(entity)]: () => record };
  return {
    root: record.kind === 'object' ? { ...record, fields: { ...named, ...record.fields } } : record,
    vars: { record, today: { kind: 'date' }, now: { kind: 'datetime' }, locale: textType },
    functions: templateFunctions,
  };
}

/** The record under the name of its entity: `Product.Name` is `Name`. */
export function rootNameOf({ id }: Pick<EntityModel, 'id'>): string {
  return id.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase());
}

function withCollections(sources: TypeSources, entity: EntityModel): ExpressionType {
  const record = recordType(sources, entity.id);
  if (record.kind !== 'object') return record;
  const lists = collectionsOf(sources, entity).map(({ name, entity: owned }) => {
    return [name, () => listType(withCollections(sources, owned))] as const;
  });
  return { ...record, fields: { ...Object.fromEntries(lists), ...record.fields } };
}
