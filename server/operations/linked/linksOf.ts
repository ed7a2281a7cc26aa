/** Which linked values each entity has, and which follow from it; found once per model. */
import type { LookThroughModel, Model, RollUpModel } from '#engine';

/** A linked field with the entity that holds it. */
export type Held<Link> = Link & { readonly holder: string };

export type Links = {
  /** By entity: the linked fields of its own records. */
  readonly own: ReadonlyMap<
    string,
    { readonly rollUps: readonly RollUpModel[]; readonly lookThroughs: readonly LookThroughModel[] }
  >;
  /** By entity: the roll-ups over its records. */
  readonly over: ReadonlyMap<string, readonly Held<RollUpModel>[]>;
  /** By entity: the look-throughs that read its records. */
  readonly at: ReadonlyMap<string, readonly Held<LookThroughModel>[]>;
};

const known = new WeakMap<Model, Links | null>();

/** Undefined if no entity of the model has linked fields. */
export function linksOf(model: Model): Links | undefined {
  const before = known.get(model);
  if (before !== undefined) return before ?? undefined;
  const holders = [...model.entities.values()].filter(
    ({ rollUps, lookThroughs }) => rollUps.length + lookThroughs.length > 0,
  );
  const links: Links | null =
    holders.length === 0
      ? null
      : {
          own: new Map(holders.map(({ id, rollUps, lookThroughs }) => [id, { rollUps, lookThroughs }])),
          over: byEntity(
            holders.flatMap(({ id, rollUps }) => rollUps.map((one) => ({ ...one, holder: id }))),
          ),
          at: byEntity(
            holders.flatMap(({ id, lookThroughs }) => lookThroughs.map((one) => ({ ...one, holder: id }))),
          ),
        };
  known.set(model, links);
  return links ?? undefined;
}

function byEntity<Link extends { readonly of: string }>(
  links: readonly Link[],
): ReadonlyMap<string, readonly Link[]> {
  const found = new Map<string, Link[]>();
  for (const link of links) found.set(link.of, [...(found.get(link.of) ?? []), link]);
  return found;
}
