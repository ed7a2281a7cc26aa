/** Interfaces for programs of other makers, each off until an administrator turns it on. */
import type { DataRecord } from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { flag, oneOf, type Static, sent } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { createWithin } from '../operations/createRecord.ts';
import { equals } from '../operations/filters.ts';
import { inTransaction, type Runtime } from '../operations/OperationCall.ts';
import { updateWithin } from '../operations/updateRecord.ts';
import type { StoreSession } from '../store/types.ts';

const entity = 'program-access';

const paths = { scim: '/scim/v2', mcp: '/mcp' } as const;
type Program = keyof typeof paths;
const programs = Object.keys(paths) as readonly Program[];

type Reading = Pick<StoreSession, 'find'>;

/** Read at each call: it may have been turned off in another process. */
export async function isOn(store: Reading, name: Program): Promise<boolean> {
  return (await recordOf(store, name))?.IsOn === true;
}

export const hasProgramAccess = ({ model }: Pick<Runtime, 'model'>): boolean =>
  model.entities.has(entity) && model.entities.has('service-account');

async function recordOf(store: Reading, name: string): Promise<DataRecord | undefined> {
  const page = { number: 1, size: 1 };
  return (await store.find({ entity, filter: equals('Name', name), page })).items[0];
}

const body = sent({ Name: oneOf(...programs), IsOn: flag });

/** None where the declarations cannot keep it. */
export function programAccessEndpoints(runtime: Runtime): readonly Endpoint[] {
  if (!hasProgramAccess(runtime)) return [];
  const own = {
    ids: [],
    path: '/programaccess',
    access: { kind: 'feature', anyOf: ['User.Manage'] },
  } as const;
  return [
    { ...own, method: 'GET', handle: list },
    { ...own, method: 'PUT', ...taking(body, turn) },
  ];
}

async function list({ runtime, ports }: ApiCall): Promise<Response> {
  const { items } = await runtime.store.find({ entity });
  return json({
    Items: programs.map((Name) => ({
      ...{ Name, IsOn: items.some((item) => item.Name === Name && item.IsOn === true) },
      Address: `${ports.publicUrl}${paths[Name]}`,
    })),
  });
}

async function turn(call: ApiCall, { Name, IsOn }: Static<typeof body>): Promise<Response> {
  await inTransaction(operationCall(call), async (scope) => {
    const plan = scope.call.runtime.planOf(entity);
    const known = await recordOf(scope.session, Name);
    if (known) await updateWithin(scope, plan, { id: String(known.Id), input: { IsOn } });
    else await createWithin(scope, plan, { Name, IsOn });
  });
  return list(call);
}
