/** Holders of roll-ups over records that the store removes together with their owner. */
import type { Model, QueryColumn, RollUpModel } from '#engine';
import type { StoreSession } from '../../store/types.ts';
import { among } from '../filters.ts';
import type { Held, Links } from './linksOf.ts';

type Leaving = { readonly rollUp: Held<RollUpModel>; readonly holder: string };

/** Every holder once for each roll-up, apart from the removed records themselves. */
export async function leavingHolders(
  session: StoreSession,
  { links, model }: { readonly links: Links; readonly model: Model },
  { entity, id }: { readonly entity: string; readonly id: string },
): Promise<readonly Leaving[]> {
  const found: Leaving[] = [];
  const visit = async (owner: string, ids: readonly string[], trail: readonly string[]): Promise<void> => {
    for (const owned of model.entities.get(owner)?.owns ?? []) {
      if (trail.includes(owned) || !leads(owned, { links, model })) continue;
      const fields = model.entities.get(owned)?.fields ?? [];
      for (const { name } of fields.filter(({ ref }) => ref?.owner && ref.entity === owner)) {
        const filter = among(name, ids);
        const valuesOf = async (field: string) =>
          (await session.tableRows(distinct(model, owned, { field, filter }))).flatMap(([value]) =>
            typeof value === 'string' ? [value] : [],
          );
        for (const rollUp of links.over.get(owned) ?? [])
          if (rollUp.by !== name)
            for (const holder of await valuesOf(rollUp.by)) found.push({ rollUp, holder });
        if ((model.entities.get(owned)?.owns ?? []).length > 0)
          await visit(owned, await valuesOf('Id'), [...trail, owned]);
      }
    }
  };
  await visit(entity, [id], [entity]);
  return found;
}

/** Whether records of the entity, or what they own, are rolled up. */
function leads(
  entity: string,
  at: { readonly links: Links; readonly model: Model },
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (at.links.over.has(entity)) return true;
  const owned = at.model.entities.get(entity)?.owns ?? [];
  const next = new Set([...seen, entity]);
  return owned.some((one) => !seen.has(one) && leads(one, at, next));
}

function distinct(
  model: Model,
  entity: string,
  { field: name, filter }: { readonly field: string; readonly filter: ReturnType<typeof among> },
): Parameters<StoreSession['tableRows']>[0] {
  const field = model.entities.get(entity)?.fieldByPath.get(name);
  if (!field) throw new Error(`There is no field ${name} of ${entity}.`);
  const place = { alias: 't', field };
  const column: QueryColumn = {
    name: 'value',
    label: field.label,
    isFieldLabel: true,
    place,
    kind: field.kind,
  };
  return {
    ...{ tables: [{ alias: 't', entity }], columns: [column], sort: [], isGrouped: true },
    filters: [{ alias: 't', filter }],
  };
}
