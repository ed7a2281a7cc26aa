/** The rows that a table of a print format shows. */

import { type ResolvedPath, resolveAmong, resolvePath } from '../query/paths.ts';
import { namesRecord } from '../query/refersToOne.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import type { PrintBlockModel, PrintFormatModel } from '../types/printTypes.ts';

export type PrintedRows = {
  /** The rows of a field, records that refer to the printed one, or those that a list has found. */
  readonly source:
    | { readonly kind: 'rows'; readonly field: FieldModel }
    | { readonly kind: 'related'; readonly entity: EntityModel; readonly through: FieldModel }
    | { readonly kind: 'list'; readonly entity: EntityModel };
  readonly name: string;
  readonly fields: readonly FieldModel[];
  readonly resolve: (path: string) => ResolvedPath | undefined;
};

type Table = {
  readonly block: Pick<PrintBlockModel, 'field' | 'entity' | 'through'>;
  readonly kind: PrintFormatModel['for'];
};

/** Undefined when the block leads to no rows. */
export function printedRows(
  { entities }: Pick<Model, 'entities'>,
  entity: EntityModel,
  { block, kind }: Table,
): PrintedRows | undefined {
  const ofEntity = (of: EntityModel) => ({
    ...{ name: of.id, fields: of.fields },
    resolve: (path: string) => resolvePath(entities, of, path),
  });
  if (kind === 'list')
    return block.entity || block.field ? undefined : { ...ofEntity(entity), source: { kind, entity } };
  if (block.entity !== undefined) {
    const of = entities.get(block.entity);
    const through = of?.fieldByPath.get(block.through ?? '');
    const leads = through?.ref?.entity === entity.id && through.stored && namesRecord(through);
    if (!of || !leads || through.path.includes('.')) return undefined;
    return { ...ofEntity(of), source: { kind: 'related', entity: of, through } };
  }
  const field = entity.fieldByPath.get(block.field ?? '');
  if (!field?.fields || field.kind !== 'rows' || field.path.includes('.')) return undefined;
  const { fields } = field;
  return {
    ...{ name: `${entity.id}.${field.path}`, fields, source: { kind: 'rows', field } },
    resolve: (path) => resolveAmong(entities, fields, path),
  };
}
