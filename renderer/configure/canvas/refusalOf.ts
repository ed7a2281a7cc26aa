/** Why a part of a form or list must stay. */
import type { BlockModel, Change, EntityModel, ModelBundle } from '#engine';
import type { Layout, Part } from './layout.ts';

type About = {
  readonly block: BlockModel;
  readonly entity: EntityModel | undefined;
  readonly layout: Layout;
  readonly changes: readonly Change[];
  readonly bundle: ModelBundle;
};

/** `why` is part of the message `configure.canvas.refused.<why>`. */
type Refusal = {
  readonly why: 'needed' | 'last-column' | 'last-section';
  readonly fields?: readonly string[];
};

export function refusalOf(part: Part, { block, entity, layout }: About): Refusal | undefined {
  if (part.kind === 'column' && layout.columns.length < 2) return { why: 'last-column' };
  if (part.kind === 'item') return needed([part.id], block, entity);
  if (part.kind !== 'section') return undefined;
  if (layout.sections.length < 2) return { why: 'last-section' };
  const fields = layout.sections.find(({ id }) => id === part.id)?.items.map(({ field }) => field) ?? [];
  return needed(fields, block, entity);
}

/** A form that creates records keeps what must be filled in. */
function needed(
  fields: readonly string[],
  block: BlockModel,
  entity: EntityModel | undefined,
): Refusal | undefined {
  const isCreating = block.kind === 'form' && block.record === undefined && block.save.method === 'POST';
  if (!isCreating) return undefined;
  const must = fields.filter((path) => {
    const field = entity?.fieldByPath.get(path);
    const isFilled = field?.default !== undefined || entity?.defaults.some((one) => one.field === path);
    return (
      field?.required === true &&
      !field.readOnly &&
      !isFilled &&
      !['rows', 'boolean', 'id'].includes(field.kind)
    );
  });
  return must.length > 0 ? { why: 'needed', fields: must } : undefined;
}
