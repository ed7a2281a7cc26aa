/**
 * The last door of every text: whoever writes (a form, an import, an action, an automation, a transition, another
 * service), what reaches the store is what people see of it.
 */
import { type DataRecord, type EntityModel, type Model, normalRecord } from '#engine';
import type { RecordSession, Store } from './types.ts';

type Writing = Pick<RecordSession, 'insert' | 'insertMany' | 'update' | 'refresh'>;

export function normalStore(store: Store, model: () => Model): Store {
  const over = <Session extends Writing>(session: Session): Session => ({
    ...session,
    ...normalWrites(session, model),
  });
  return {
    ...over(store),
    transaction: (work) => store.transaction((session) => work(over(session))),
    migrate: (model, within) => store.migrate(model, within && ((session) => within(over(session)))),
  };
}

function normalWrites(session: Writing, model: () => Model): Writing {
  const normal = (name: string, record: DataRecord): DataRecord => {
    const entity = model().entities.get(name);
    return entity ? normalOf(model(), entity, record) : record;
  };
  return {
    insert: (entity, record) => session.insert(entity, normal(entity, record)),
    insertMany: (entity, records) =>
      session.insertMany(
        entity,
        records.map((record) => normal(entity, record)),
      ),
    update: (entity, id, fields, revision) => session.update(entity, id, normal(entity, fields), revision),
    refresh: (entity, id, fields) => session.refresh(entity, id, normal(entity, fields)),
  };
}

/** Texts of the server's own entities, such as letters and comments, may have lines in any field. */
const normalOf = (model: Model, entity: EntityModel, record: DataRecord): DataRecord =>
  normalRecord(entity.fields, record, undefined, { keepsLines: !isEdited(model, entity) });

const known = new WeakMap<Model, ReadonlySet<string>>();

/** Whether people write records of the entity by its declared routes. */
function isEdited(model: Model, { id }: EntityModel): boolean {
  let edited = known.get(model);
  if (!edited) {
    const writing = model.routes.filter(({ operation }) => operation === 'create' || operation === 'update');
    edited = new Set(writing.map(({ entity }) => entity));
    known.set(model, edited);
  }
  return edited.has(id);
}
