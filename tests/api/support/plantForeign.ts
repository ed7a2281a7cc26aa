/** Records of another dealer, one of every entity with row access, with a marker in every text. */
import type { EntityModel, Model } from '#engine';
import type { Running } from './startApp.ts';

export const mark = 'ForeignSecret';
export const foreignId = (at: number) => `0f000000-0000-7000-8000-${String(at).padStart(12, '0')}`;

export const limitedEntities = (model: Model): readonly EntityModel[] =>
  [...model.entities.values()].filter(({ rowAccess }) => rowAccess);

const named = { kind: 'compare', path: 'UserName', operator: 'eq', value: 'admin' } as const;

const rank = ({ id }: EntityModel) => ['dealer', 'employee'].indexOf(id) * -1;

/** That of the dealer first: the others belong to it. Gives the ids by entity. */
export async function plantForeign(
  app: Pick<Running, 'store'>,
  limited: readonly EntityModel[],
): Promise<ReadonlyMap<string, string>> {
  const order = [...limited].sort((a, b) => rank(a) - rank(b));
  const planted = new Map(order.map((entity, at) => [entity.id, foreignId(at + 1)]));
  const admin = (await app.store.find({ entity: 'user', filter: named })).items[0];
  await app.store.transaction(async (session) => {
    for (const entity of order) {
      const texts = entity.fields
        .filter(({ stored, kind, lookup }) => stored && kind === 'text' && !lookup)
        .map(({ name }) => [name, `${mark} ${name}`] as const);
      const owners = entity.fields
        .filter(
          ({ ref, stored, kind }) =>
            stored && kind === 'reference' && ref && planted.has(ref.entity) && ref.entity !== 'dealer-group',
        )
        .map(({ name, ref }) => [name, planted.get(ref?.entity ?? '')] as const);
      // An account that belongs to no dealer.
      const accounts = (entity.rowAccess?.accounts ?? [])
        .filter((name) => entity.fieldByPath.has(name))
        .map((name) => [name, admin?.Id] as const);
      const moment = '2026-11-01T00:00:00Z';
      await session.insert(entity.id, {
        ...Object.fromEntries(texts),
        ...Object.fromEntries(owners),
        ...Object.fromEntries(accounts),
        ...{
          CreatedDate: moment,
          CreatedBy: 'admin',
          ModifiedDate: moment,
          ModifiedBy: 'admin',
          Revision: 1,
        },
        ...(entity.fieldByPath.has('ProfileStatusId') && { ProfileStatusId: 3 }),
        Id: planted.get(entity.id),
      });
    }
  });
  return planted;
}
