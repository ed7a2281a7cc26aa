/** `/scim/v2/Groups`: the roles of the application; a directory says who has them. */
import type { DataRecord, Model } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { changeAccount } from '../extensions/system/people.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isId } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { inTransaction, type WriteScope } from '../operations/OperationCall.ts';
import { rolesOf } from '../operations/rightsOver.ts';
import type { StoreSession } from '../store/types.ts';
import { baseOf, pageAsked, parameter, projected, scimAnswer, scimList } from './scimAnswer.ts';
import { groupFilter } from './scimFilter.ts';
import { scimRefusals } from './scimRefusals.ts';
import { groupName } from './scimUser.ts';
import type { Operation } from './scimUsers.ts';

export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** Members that one call adds or removes. */
const mostMembers = 1000;

type Member = { readonly id: string; readonly name: string; readonly roles: readonly string[] };

export async function listGroups(call: ApiCall): Promise<Response> {
  const { model } = call.runtime;
  const filter = parameter(call, 'filter');
  const isWanted = filter === undefined ? () => true : groupFilter(filter);
  const found = [...model.roles.keys()].filter((id) => isWanted({ id, displayName: groupName(model, id) }));
  const { start, count } = pageAsked(call);
  const page = found.slice(start - 1, start - 1 + count);
  const members = asksMembers(call) ? await membersIn(call.runtime.store) : [];
  const resources = page.map((role) => groupResource(call, role, members));
  return scimList(call, { total: found.length, start, resources });
}

export async function getGroup(call: ApiCall): Promise<Response> {
  return answerGroup(call, roleOf(call));
}

/** A group named like a role is that role; others do not exist, because roles are made in the configuration. */
export async function createGroup(call: ApiCall, body: DataRecord): Promise<Response> {
  const { model } = call.runtime;
  const name = String(body.displayName ?? '').toLowerCase();
  const role = [...model.roles.keys()].find((id) => groupName(model, id).toLowerCase() === name);
  if (role === undefined) throw scimRefusals.groups();
  await write(call, role, [{ kind: 'add', ids: idsIn(body.members ?? []) }]);
  return answerGroup(call, role, 201);
}

export async function replaceGroup(call: ApiCall, body: DataRecord): Promise<Response> {
  const role = roleOf(call);
  refuseRenaming(call.runtime.model, role, body.displayName);
  await write(call, role, [{ kind: 'replace', ids: idsIn(body.members ?? []) }]);
  return answerGroup(call, role);
}

export async function patchGroup(call: ApiCall, operations: readonly Operation[]): Promise<Response> {
  const role = roleOf(call);
  await write(
    call,
    role,
    operations.flatMap((operation) => stepsOf(call.runtime.model, role, operation)),
  );
  return answerGroup(call, role);
}

type Step = { readonly kind: 'add' | 'remove' | 'replace'; readonly ids: readonly string[] };

function stepsOf(model: Model, role: string, { op, path, value }: Operation): readonly Step[] {
  const kind = op.toLowerCase() as Step['kind'];
  if (!path) {
    if (typeof value !== 'object' || value === null || kind === 'remove') throw scimRefusals.noTarget();
    return Object.entries(value).flatMap(([name, inner]) =>
      stepsOf(model, role, { op, path: name, value: inner }),
    );
  }
  const one = /^members\[\s*value\s+eq\s+"([^"]{1,64})"\s*\]$/i.exec(path)?.[1];
  if (one && kind === 'remove') return [{ kind, ids: idsIn([{ value: one }]) }];
  if (/^members$/i.test(path)) {
    if (kind === 'remove' && (value === undefined || value === null)) return [{ kind: 'replace', ids: [] }];
    return [{ kind, ids: idsIn(value) }];
  }
  if (/^displayName$/i.test(path)) refuseRenaming(model, role, kind === 'remove' ? '' : value);
  else if (!/^(id|externalId|schemas|meta)$/i.test(path))
    throw scimRefusals.path({ params: { value: path.slice(0, 60) } });
  return [];
}

function refuseRenaming(model: Model, role: string, name: unknown): void {
  if (name === undefined || name === groupName(model, role)) return;
  throw scimRefusals.fixed({ params: { name: 'displayName' } });
}

function idsIn(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : [value];
  if (all.length > mostMembers) throw scimRefusals.value({ params: { name: 'members' } });
  return all.map((one) => {
    const id = typeof one === 'string' ? one : (one as DataRecord | null)?.value;
    if (!isId(id)) throw scimRefusals.value({ params: { name: 'members' } });
    return id.toLowerCase();
  });
}

/** All or nothing: a member that may not be changed refuses the call. */
async function write(call: ApiCall, role: string, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  await inTransaction(operationCall(call), async (scope) => {
    const members = new Map((await membersIn(scope.session)).map((member) => [member.id, member]));
    const before = new Set(
      [...members.values()].filter(({ roles }) => roles.includes(role)).map(({ id }) => id),
    );
    const after = new Set(before);
    for (const { kind, ids } of steps) {
      if (kind === 'replace') after.clear();
      for (const id of ids) {
        if (kind === 'remove') after.delete(id);
        else if (members.has(id)) after.add(id);
        else throw scimRefusals.value({ params: { name: `members.value ${id}` } });
      }
    }
    const changed = [...members.values()].filter(({ id }) => before.has(id) !== after.has(id));
    if (changed.length > mostMembers) throw scimRefusals.value({ params: { name: 'members' } });
    for (const { id, roles } of changed) {
      const Roles = after.has(id) ? [...roles, role] : roles.filter((one) => one !== role);
      await change(scope, id, Roles);
    }
  });
}

async function change(scope: WriteScope, id: string, Roles: readonly string[]): Promise<void> {
  await changeAccount(scope, scope.call.runtime.planOf('user'), { id, input: { Roles } });
}

async function membersIn(session: Pick<StoreSession, 'find'>): Promise<readonly Member[]> {
  const only = ['Id', 'DisplayName', 'Roles', 'IsService'];
  const { items } = await session.find({ entity: 'user', only });
  return items
    .filter(({ IsService }) => IsService !== true)
    .map((account) => ({
      id: String(account.Id),
      name: String(account.DisplayName),
      roles: rolesOf(account),
    }));
}

function roleOf({ params: { role = '' }, runtime: { model } }: ApiCall): string {
  if (model.roles.has(role)) return role;
  throw refusals.noSuchRecord({ params: { entity: 'Group', id: role } });
}

/** Directories leave them out: a group may have thousands. */
function asksMembers(call: ApiCall): boolean {
  return 'members' in projected(call, { members: [] });
}

async function answerGroup(call: ApiCall, role: string, status = 200): Promise<Response> {
  const members = asksMembers(call) ? await membersIn(call.runtime.store) : [];
  return scimAnswer(projected(call, groupResource(call, role, members)), { status });
}

function groupResource(call: ApiCall, role: string, members: readonly Member[]): DataRecord {
  const base = baseOf(call);
  return {
    schemas: [groupSchema],
    id: role,
    displayName: groupName(call.runtime.model, role),
    members: members
      .filter(({ roles }) => roles.includes(role))
      .map(({ id, name }) => ({ value: id, display: name, type: 'User', $ref: `${base}/Users/${id}` })),
    meta: { resourceType: 'Group', location: `${base}/Groups/${encodeURIComponent(role)}` },
  };
}
