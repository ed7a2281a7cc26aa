/** New records that start as a copy of a source record. */
import type { DataRecord, EntityModel, FormBlock, Model } from '#engine';
import type { ScreenScope } from '../data/screenScope.ts';

type Block = Pick<FormBlock, 'source' | 'sections' | 'save'>;
type Data = Pick<ScreenScope, 'data'>;

/** The placed, writable fields of the source, with the records its references expand to. */
export function sourceValues(entity: EntityModel, { source, sections }: Block, { data }: Data): DataRecord {
  const record = source ? data[source] : undefined;
  if (!record) return {};
  const placed = new Set(sections.flatMap(({ items }) => items.map(({ field }) => field.split('.')[0])));
  const names = entity.fields
    .filter(({ name, readOnly }) => placed.has(name) && !readOnly)
    .flatMap(({ name, expand }) => (expand ? [name, expand.as] : [name]));
  return Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])));
}

/** The body of a copy call: the fields it accepts, and the id of the source. */
export function bodyOfCopy(
  model: Model,
  { block, scope, path, payload }: { block: Block; scope: Data; path: string; payload: DataRecord },
): DataRecord {
  const { method } = block.save;
  const route = model.routes.find((one) => one.method === method && one.path === path);
  const taken = Object.entries(payload).filter(([name]) => route?.fields?.includes(name) ?? true);
  return { ...Object.fromEntries(taken), Id: scope.data[block.source ?? '']?.Id };
}
