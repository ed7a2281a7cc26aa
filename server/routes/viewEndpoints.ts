/** `/view`: saved filters, sort orders and columns of lists, own and shared. */
import { areChoices, type DataRecord, type FilterTree, type GridChoices, mayAccess } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { empty, json } from '../http/respond.ts';
import { anObject, may, revision, type Static, sent, text } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import { StoreConflict, type StoreSession } from '../store/types.ts';
import { type KnownList, listNamed, seenChoices } from './viewLists.ts';

const bodyLimit = 64 * 1024;
const longestName = 60;
/** At most this many shared views are listed, newest first. */
const mostShown = 500;

export function viewEndpoints(): readonly Endpoint[] {
  const common = { path: '/view', ids: [], access: { kind: 'login' } } as const;
  const one = { ...common, path: '/view/{viewId}', ids: ['viewId'] } as const;
  return [
    { ...common, method: 'GET', handle: list },
    { ...common, method: 'POST', ...taking(viewBody, create, { limit: bodyLimit }) },
    {
      ...one,
      method: 'GET',
      handle: async (call) => json(answerOf(call, await seen(call, call.runtime.store))),
    },
    { ...one, method: 'PUT', ...taking(changeBody, change, { limit: bodyLimit }) },
    { ...one, method: 'DELETE', handle: remove },
  ];
}

const viewBody = sent({ List: text, Name: text, Role: may(text), Choices: anObject });
const changeBody = sent({ Name: may(text), Role: may(text), Choices: may(anObject), Revision: revision });

const userOf = ({ session }: ApiCall) => session?.user as NonNullable<typeof session>['user'];
const mine = (call: ApiCall): FilterTree => equals('UserId', userOf(call).Id);

/** The person's own views and those shared with one of their roles. */
const visible = (call: ApiCall): FilterTree => ({
  kind: 'or',
  of: [mine(call), among('Role', userOf(call).Roles)],
});

/** Lists names only, for lists that the person can see; the content is loaded when a view is opened. */
async function list(call: ApiCall): Promise<Response> {
  const { items } = await call.runtime.store.find({
    entity: 'saved-view',
    filter: visible(call),
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
    page: { number: 1, size: mostShown },
  });
  const Items = items.filter(({ List }) => listNamed(call, List)).map((item) => headOf(call, item));
  return json({ Items: Items.sort(byName) });
}

const byName = (one: DataRecord, other: DataRecord): number =>
  String(one.Name).localeCompare(String(other.Name));

function headOf(
  call: ApiCall,
  { Id, List, Name, Role, Revision, CreatedBy, UserId }: DataRecord,
): DataRecord {
  return {
    Id,
    List,
    Name,
    Role: Role ?? null,
    Owner: CreatedBy,
    IsMine: UserId === userOf(call).Id,
    Revision,
  };
}

function answerOf(call: ApiCall, item: DataRecord): DataRecord {
  const head = headOf(call, item);
  const known = listNamed(call, item.List) as KnownList;
  const { choices, gone, hidden } = seenChoices(call, known, item.Choices);
  // Which fields are gone or hidden is told only to the view's author.
  const Gone = head.IsMine ? gone : [];
  return { ...head, Choices: choices, Gone, IsPartial: gone.length + hidden.length > 0 };
}

/** A view of a list that the person cannot see does not exist for them. */
async function seen(call: ApiCall, store: Pick<StoreSession, 'find'>): Promise<DataRecord> {
  const id = call.params.viewId ?? '';
  const filter = allOf([equals('Id', id), visible(call)]);
  const [found] = (await store.find({ entity: 'saved-view', filter })).items;
  if (!found || !listNamed(call, found.List))
    throw refusals.noSuchRecord({ params: { entity: 'entity.saved-view', id } });
  return found;
}

async function own(call: ApiCall, store: StoreSession): Promise<DataRecord> {
  const found = await seen(call, store);
  if (found.UserId !== userOf(call).Id) throw refusals.viewOfOther();
  return found;
}

async function create(call: ApiCall, given: Static<typeof viewBody>): Promise<Response> {
  const known = listNamed(call, given.List);
  if (!known) throw refusals.noSuchList();
  const record = {
    List: known.id,
    Name: nameFrom(given.Name),
    Role: roleFrom(call, given.Role),
    Choices: choicesFrom(call, known, given.Choices),
  };
  const { Id: UserId, UserName } = userOf(call);
  const now = call.ports.now().toISOString();
  const stored = { Id: call.ports.newId(), UserId, ...record, CreatedDate: now, CreatedBy: UserName };
  const answer = await written(call, async (store) => {
    await refuseTaken(call, store, stored);
    const whole = { ...stored, ModifiedDate: now, ModifiedBy: UserName, Revision: 1 };
    await store.insert('saved-view', whole);
    return whole;
  });
  return json(answerOf(call, answer), 201);
}

async function change(call: ApiCall, given: Static<typeof changeBody>): Promise<Response> {
  const answer = await written(call, async (store) => {
    const found = await own(call, store);
    if ((given.Revision ?? found.Revision) !== found.Revision) throw refusals.staleRevision();
    const known = listNamed(call, found.List) as KnownList;
    const changed = {
      ...(given.Name !== undefined && { Name: nameFrom(given.Name) }),
      ...(given.Role !== undefined && { Role: roleFrom(call, given.Role) }),
      ...(given.Choices !== undefined && { Choices: choicesFrom(call, known, given.Choices) }),
      ModifiedDate: call.ports.now().toISOString(),
      ModifiedBy: userOf(call).UserName,
    };
    const whole: DataRecord = { ...found, ...changed, Revision: Number(found.Revision) + 1 };
    await refuseTaken(call, store, whole);
    await store.update('saved-view', String(found.Id), changed, Number(found.Revision));
    return whole;
  });
  return json(answerOf(call, answer));
}

async function remove(call: ApiCall): Promise<Response> {
  await written(call, async (store) => {
    const found = await own(call, store);
    await store.remove('saved-view', String(found.Id));
    return found;
  });
  return empty();
}

/** Also notifies other windows of the same person. */
async function written(
  call: ApiCall,
  work: (store: StoreSession) => Promise<DataRecord>,
): Promise<DataRecord> {
  const record = await call.runtime.store.transaction(work).catch((error) => {
    throw error instanceof StoreConflict ? refusals.viewNameTaken({ cause: error }) : error;
  });
  const [id, user] = [String(record.Id), userOf(call).Id];
  call.runtime.events.announce('recordChanged', { entity: 'saved-view', id, operation: 'update', user });
  return record;
}

async function refuseTaken(
  call: ApiCall,
  store: StoreSession,
  { Id, List, Name }: DataRecord,
): Promise<void> {
  const filter = allOf([mine(call), equals('List', List), equals('Name', Name)]);
  const { items } = await store.find({ entity: 'saved-view', filter });
  if (items.some((item) => item.Id !== Id)) throw refusals.viewNameTaken({ params: { name: Name } });
}

function nameFrom(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : '';
  const isPlain = !/\p{Cc}|\p{Cs}|\u2028|\u2029/u.test(name);
  if (name === '' || [...name].length > longestName || !isPlain)
    throw refusals.badViewName({ params: { limit: longestName } });
  return name;
}

/** Shares with the caller's own roles; administrators may share with any. */
function roleFrom(call: ApiCall, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  const { model } = call.runtime;
  const user = userOf(call);
  const access = model.entities.get('user')?.policy.update;
  const isOpen = user.Roles.includes(String(value)) || (access !== undefined && mayAccess(access, user));
  if (typeof value !== 'string' || !model.roles.has(value) || !isOpen) throw refusals.viewRole();
  return value;
}

/** Refuses choices that the screen does not offer and fields the person may not see. */
function choicesFrom(call: ApiCall, known: KnownList, value: unknown): GridChoices {
  if (!areChoices(value)) throw refusals.badViewChoices();
  const { choices, gone, hidden } = seenChoices(call, known, value);
  const [unknown] = gone;
  if (unknown !== undefined) throw refusals.noSuchViewField({ params: { field: unknown } });
  const [field] = hidden;
  if (field !== undefined) throw refusals.hiddenField({ params: { field } });
  return choices;
}
