/** The call of an automation: with the rights of its owner, or of the system. */
import type { AutomationModel, DataRecord, UserContext } from '#engine';
import { ownRecords } from '../login/ownRecords.ts';
import { equals } from '../operations/filters.ts';
import { guardedStore } from '../operations/guardedStore.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { runtimeFor } from '../operations/rowAccess.ts';
import { serverMoment } from '../operations/serverMoment.ts';
import type { StoreSession } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';

/** Milliseconds of its own work that one run may take. */
const limit = 10_000;

/** Its author in records and history. */
const systemName = 'automation';

/** Undefined when its owner may no longer sign in. */
export async function callAs(
  runtime: Runtime,
  { owner }: Pick<AutomationModel, 'owner'>,
  zone: string,
): Promise<OperationCall | undefined> {
  if (owner === undefined) return systemCall(runtime, zone);
  const person = await accountOf(runtime, owner);
  return person && callOf(runtime, person, zone);
}

/** The active account with this user name. */
async function accountOf({ store }: Runtime, name: string): Promise<DataRecord | undefined> {
  const { items } = await store.find({ entity: 'user', filter: equals('UserName', name) });
  return items.find(({ IsActive, UserName }) => IsActive === true && UserName === name);
}

/** A call as this person, with the rights and the row access they have now; undefined when they may not sign in. */
export async function callOf(
  runtime: Runtime,
  { Id, UserName, DisplayName, Roles, Language, IsActive }: DataRecord,
  zone: string,
): Promise<OperationCall | undefined> {
  if (IsActive !== true) return undefined;
  const roles = Array.isArray(Roles) ? Roles.map(String) : [];
  const known = runtime.featuresOf(roles);
  const person: UserContext = {
    ...{ Id: String(Id), UserName: String(UserName), DisplayName: String(DisplayName) },
    ...{ Roles: roles, Features: known },
  };
  const own = await ownRecords(runtime, person);
  if (!own) return undefined;
  const [user, features] = [{ ...own, ...person }, new Set(known)];
  return {
    ...{ runtime: runtimeFor(runtime, { user, features }), user, features },
    locale: Language === 'fr-CA' ? 'fr-CA' : 'en-CA',
    ...timesOf(runtime, zone),
  };
}

function systemCall(runtime: Runtime, zone: string): OperationCall {
  const features = new Set(runtime.model.features.keys());
  const user = { Id: '', UserName: systemName, DisplayName: systemName, Roles: [], Features: [...features] };
  const store = guardedStore(runtime.store, { model: runtime.model, features });
  return { runtime: { ...runtime, store }, user, features, locale: 'en-CA', ...timesOf(runtime, zone) };
}

function timesOf({ ports }: Runtime, zone: string) {
  return {
    ...serverMoment({ ports, zone }),
    confirmed: [] as readonly string[],
    budget: new WorkBudget({ limit, ...(ports.processorTime && { processorTime: ports.processorTime }) }),
  };
}

/** The runtime inside a transaction: it reads what the transaction has written, and nothing beside it. */
export function within(runtime: Runtime, session: StoreSession): Runtime {
  return {
    ...runtime,
    store: { ...runtime.store, ...session, transaction: (work) => work(session), forCall: undefined },
  };
}
