/** `/scim/v2/Users`: a directory creates, changes and deactivates accounts. */
import type { DataRecord, FilterTree, Sort } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { addAccount, changeAccount } from '../extensions/system/people.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { revisionOfTag } from '../http/entityTag.ts';
import { operationCall } from '../http/operationCall.ts';
import { empty } from '../http/respond.ts';
import { allOf, equals } from '../operations/filters.ts';
import { inTransaction, type WriteScope } from '../operations/OperationCall.ts';
import { cleanUserName, userNameKey } from '../operations/userNames.ts';
import { updateRecord } from '../operations/writeRecord.ts';
import type { StoreSession } from '../store/types.ts';
import { baseOf, type Page, pageAsked, parameter, projected, scimAnswer, scimList } from './scimAnswer.ts';
import { accountField, accountFilter } from './scimFilter.ts';
import { scimRefusals } from './scimRefusals.ts';
import { type Asked, type Attributes, askedOf, collect, userResource } from './scimUser.ts';

const entity = 'user';

/** Service accounts are not people. */
const people: FilterTree = { kind: 'not', of: equals('IsService', true) };

export async function listUsers(call: ApiCall): Promise<Response> {
  const filter = parameter(call, 'filter');
  const wanted = allOf([people, filter === undefined ? undefined : accountFilter(filter)]);
  const page = pageAsked(call);
  const { items, total } = await pageOf(call, { page, filter: wanted });
  const resources = items.map((account) => resourceOf(call, account));
  return scimList(call, { total, start: page.start, resources });
}

type Wanted = { readonly page: Page; readonly filter: FilterTree | undefined };

/** By default in the order of creation, so that accounts made between two pages come at the end. */
async function pageOf(call: ApiCall, { page, filter }: Wanted) {
  const { store } = call.runtime;
  const sort = sortAsked(call);
  const { start, count } = page;
  if (count === 0) return { items: [], total: await store.count(entity, filter) };
  const number = Math.floor((start - 1) / count) + 1;
  const find = (of: number) =>
    store.find({ entity, filter, sort, page: { number: of, size: count }, total: true });
  const first = await find(number);
  const skipped = (start - 1) % count;
  if (skipped === 0) return first;
  // The page asked for lies across two pages of the store.
  const { items } = await find(number + 1);
  return { items: [...first.items, ...items].slice(skipped, skipped + count), total: first.total };
}

function sortAsked(call: ApiCall): readonly Sort[] {
  const by = parameter(call, 'sortBy');
  const field = by === undefined ? 'CreatedDate' : accountField(by);
  if (!field) throw scimRefusals.filter({ params: { value: String(by).slice(0, 60) } });
  const direction = /^desc/i.test(parameter(call, 'sortOrder') ?? '') ? 'desc' : 'asc';
  const byId: Sort = { path: 'Id', direction: 'asc' };
  return field === 'Id' ? [{ path: field, direction }] : [{ path: field, direction }, byId];
}

export async function getUser(call: ApiCall): Promise<Response> {
  return answerOf(call, await accountOf(call.runtime.store, call.params.id));
}

export async function createUser(call: ApiCall, body: DataRecord): Promise<Response> {
  const { fields, own } = askedOf(attributesIn(body));
  const made = await inTransaction(operationCall(call), async (scope) => {
    const plan = scope.call.runtime.planOf(entity);
    const { UserName, ...others } = fields;
    const account = await addAccount(scope, plan, { ...others, UserName: nameOf(UserName) });
    await keepOwn(scope, String(account.Id), own);
    await doubtAddress(scope, String(account.Id), fields.Email);
    return accountOf(scope.session, String(account.Id));
  });
  return answerOf(call, made, 201);
}

const nameOf = (value: unknown): string => cleanUserName(String(value ?? ''));

/** Absent attributes are cleared, except those that a directory need not know. */
export async function replaceUser(call: ApiCall, body: DataRecord): Promise<Response> {
  const given = attributesIn(body);
  const cleared: Attributes = new Map(
    ['externalid', 'name.givenname', 'name.familyname', 'emails.value'].map((name) => [name, null]),
  );
  return change(call, () => new Map([...cleared, ...given]));
}

export type Operation = { readonly op: string; readonly path?: string | null; readonly value?: unknown };

export async function patchUser(call: ApiCall, operations: readonly Operation[]): Promise<Response> {
  return change(call, () => {
    const attributes: Attributes = new Map();
    for (const { op, path, value } of operations) {
      const isRemoval = op.toLowerCase() === 'remove';
      if (isRemoval && !path) throw scimRefusals.noTarget();
      if (path) collect(attributes, path, isRemoval ? null : value);
      else if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [name, inner] of Object.entries(value)) collect(attributes, name, inner);
      else throw scimRefusals.noTarget();
    }
    return attributes;
  });
}

/** Deactivates: the history names accounts, so none is destroyed. */
export async function deactivateUser(call: ApiCall): Promise<Response> {
  await change(call, () => new Map([['active', false]]));
  return empty(204);
}

function attributesIn(body: DataRecord): Attributes {
  const attributes: Attributes = new Map();
  for (const [name, value] of Object.entries(body)) if (!ignored.test(name)) collect(attributes, name, value);
  return attributes;
}

/** Read-only, or of no meaning here: roles are given through groups, and passwords chosen by people. */
const ignored = /^(schemas|id|meta|groups|roles|password)$/i;

async function change(call: ApiCall, asked: () => Attributes): Promise<Response> {
  const attributes = asked();
  const header = call.request.headers.get('if-match');
  const tag = header === null || header.trim() === '*' ? undefined : revisionOfTag(header);
  const changed = await inTransaction(operationCall(call), async (scope) => {
    const plan = scope.call.runtime.planOf(entity);
    const before = await accountOf(scope.session, call.params.id);
    const id = String(before.Id);
    const { fields, own } = withoutUnchanged(askedOf(attributes, before), before);
    const revision = tag === undefined ? {} : { revision: tag };
    if (Object.keys(fields).length > 0 || tag !== undefined)
      await changeAccount(scope, plan, { id, input: fields, ...revision });
    await keepOwn(scope, id, own);
    await doubtAddress(scope, id, fields.Email);
    return accountOf(scope.session, id);
  });
  return answerOf(call, changed);
}

/** What is said again needs no right: directories send whole accounts. */
function withoutUnchanged({ fields, own }: Asked, before: DataRecord): Asked {
  const { UserName, ...others } = fields;
  if (UserName !== undefined && userNameKey(String(UserName)) !== userNameKey(String(before.UserName)))
    throw scimRefusals.fixed({ params: { name: 'userName' } });
  const changed = (values: DataRecord) =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => (value ?? null) !== (before[name] ?? null)),
    );
  return { fields: changed(others), own: changed(own) };
}

/** Fields that only directories write; they take the same way as all others, into the history. */
async function keepOwn(scope: WriteScope, id: string, own: DataRecord): Promise<void> {
  if (Object.keys(own).length === 0) return;
  for (const [name, longest] of Object.entries(lengths))
    if (String(own[name] ?? '').length > longest) throw scimRefusals.value({ params: { name } });
  const previous = await accountOf(scope.session, id);
  // Also when nothing else changes, no account above the caller's rights is touched.
  const plan = scope.call.runtime.planOf(entity);
  await changeAccount(scope, plan, { id, input: {} });
  await updateRecord(scope, plan, { previous, next: { ...previous, ...own }, operation: 'update' });
}

/** As declared. */
const lengths = { ExternalId: 256, GivenName: 128, FamilyName: 128 };

/** Links for passwords go only to addresses that their owner, or an administrator, has confirmed. */
async function doubtAddress({ session }: WriteScope, id: string, email: unknown): Promise<void> {
  if (email !== undefined) await session.update(entity, id, { IsEmailUnconfirmed: email !== null });
}

async function accountOf(session: Pick<StoreSession, 'get'>, id = ''): Promise<DataRecord> {
  const account = await session.get(entity, id);
  if (account && account.IsService !== true) return account;
  throw refusals.noSuchRecord({ params: { entity: 'entity.user', id } });
}

const resourceOf = (call: ApiCall, account: DataRecord): DataRecord =>
  userResource(account, { model: call.runtime.model, base: baseOf(call) });

function answerOf(call: ApiCall, account: DataRecord, status = 200): Response {
  const resource = resourceOf(call, account);
  const { version, location } = resource.meta as Readonly<Record<string, string>>;
  const headers = { etag: version as string, ...(status === 201 && { location: location as string }) };
  return scimAnswer(projected(call, resource), { status, headers });
}
