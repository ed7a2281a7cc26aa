import {
  type FieldModel,
  type GridBlock,
  type GridSnapshot,
  type GroupPeriod,
  groupFields,
  kinds,
  type LayoutModel,
  type Model,
  totalFields,
} from '#engine';
import { allows } from '../../data/allows.ts';

/** What a list is grouped by and adds up. */
export type Grouping = {
  readonly field: FieldModel;
  readonly per?: GroupPeriod;
  readonly totals: readonly FieldModel[];
};

export type GroupOffer = { readonly fields: readonly FieldModel[]; readonly totals: readonly FieldModel[] };

/** The fields of the list that the person may group by and add up. */
export function groupOffer(model: Model, { entity: id }: GridBlock, features: readonly string[]): GroupOffer {
  const entity = model.entities.get(id);
  if (!entity) return { fields: [], totals: [] };
  const mayRead = ({ path }: FieldModel): boolean => {
    const guard = entity.policy.fields[path]?.view;
    return !guard || allows(guard, features);
  };
  return {
    fields: groupFields(entity, model).filter(mayRead),
    totals: totalFields(entity).filter(mayRead),
  };
}

/** The chosen grouping, or that of the layout; undefined if none is chosen, or if it names what the list does not offer. */
export function groupingOf(
  offer: GroupOffer,
  { group, per, totals }: GridSnapshot,
  layout: LayoutModel | undefined,
): Grouping | undefined {
  if (layout && layout.kind !== 'gallery' && layout.kind !== 'list') return undefined;
  const own = layout?.kind === 'list' && group === undefined ? layout : undefined;
  const by = group ?? layout?.by;
  const field = offer.fields.find(({ path }) => path === by);
  if (!field) return undefined;
  return {
    field,
    ...(kinds[field.kind].day && { per: per ?? own?.per ?? 'month' }),
    totals: (totals ?? own?.totals ?? []).flatMap(
      (path) => offer.totals.find((one) => one.path === path) ?? [],
    ),
  };
}
