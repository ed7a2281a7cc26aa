/** Moves records out of states that a release removes, to the states that it names for them. */
import { type DataRecord, type EntityModel, type LookupItem, type Model, statesOfModel } from '#engine';
import { among } from '../operations/filters.ts';
import type { StoreSession } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';

/** Records per slice; other work runs in between. */
const atOnce = 500;

type Moving = {
  readonly model: Model;
  readonly before?: Model;
  readonly newId: () => string;
  readonly now?: string;
};

/** Runs in the transaction that brings the model into force, so that no record is ever in a missing state. */
export async function moveStates(session: StoreSession, moving: Moving): Promise<void> {
  for (const entity of moving.model.entities.values())
    for (const [from, to] of movesOf(entity, moving)) await moveAll(session, moving, { entity, from, to });
}

type Move = readonly [from: LookupItem['Id'], to: LookupItem['Id']];

/** Pairs of stored values; a state that is still there keeps its records. */
function movesOf(entity: EntityModel, { model, before }: Moving): readonly Move[] {
  const { workflow } = entity;
  if (!workflow || Object.keys(workflow.moved).length === 0) return [];
  const states = statesOfModel(model, entity);
  const former = before?.entities.get(entity.id);
  const known = before && former ? statesOfModel(before, former) : [];
  return Object.entries(workflow.moved).flatMap(([from, to]): Move[] => {
    const target = states.find(({ Name }) => Name === to);
    if (!target || states.some(({ Name }) => Name === from)) return [];
    const source = known.find(({ Name }) => Name === from)?.Id ?? from;
    return typeof source === typeof target.Id ? [[source, target.Id]] : [];
  });
}

type Moved = { readonly entity: EntityModel; readonly from: Move[0]; readonly to: Move[1] };

async function moveAll(session: StoreSession, moving: Moving, { entity, from, to }: Moved): Promise<void> {
  const field = entity.workflow?.field ?? '';
  for (;;) {
    const { items } = await session.find({
      ...{ entity: entity.id, filter: among(field, [from]), page: { number: 1, size: atOnce } },
    });
    if (items.length === 0) return;
    for (const { Id } of items) await session.update(entity.id, String(Id), { [field]: to });
    if (entity.history && moving.model.entities.has('history'))
      await session.insertMany(
        'history',
        items.map((record) => entryOf(record, moving, { entity, from, to })),
      );
    await nextTurn();
  }
}

function entryOf({ Id }: DataRecord, { newId, now }: Moving, { entity, from, to }: Moved): DataRecord {
  const moment = now ?? new Date(0).toISOString();
  return {
    ...{ Id: newId(), Revision: 1, Entity: entity.id, RecordId: Id, OwnerId: null },
    ...{ Field: entity.workflow?.field, PreviousValue: String(from), CurrentValue: String(to) },
    ...{ ChangedAt: moment, ChangedBy: 'server', Operation: 'transition:moved' },
    ...{ CreatedDate: moment, CreatedBy: 'server', ModifiedDate: moment, ModifiedBy: 'server' },
  };
}
