/** `/scim/v2` (RFC 7643, RFC 7644): directories such as Entra ID and Okta maintain accounts and their roles. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { anything, may, oneOf, open, type Static, sent, Type } from '../http/sent.ts';
import { nothing, taking } from '../http/Takes.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { hasProgramAccess, isOn } from '../programs/programAccess.ts';
import { askedAttributes, askedPage } from './scimAnswer.ts';
import { createGroup, getGroup, listGroups, patchGroup, replaceGroup } from './scimGroups.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './scimMetadata.ts';
import {
  createUser,
  deactivateUser,
  getUser,
  listUsers,
  type Operation,
  patchUser,
  replaceUser,
} from './scimUsers.ts';

const short = Type.String({ maxLength: 1024 });
/** Directories send many more attributes, which are ignored. */
const userBody = open({
  schemas: may(Type.Array(short, { maxItems: 20 })),
  ...{ userName: may(short), externalId: may(short), displayName: may(short) },
  active: anything,
  emails: anything,
  name: may(open({ formatted: may(short), givenName: may(short), familyName: may(short) })),
});
const newUserBody = open({
  ...Type.Object({}).properties,
  userName: Type.String({ minLength: 1, maxLength: 1024 }),
});
const groupBody = open({ displayName: may(short), members: may(Type.Array(anything, { maxItems: 1000 })) });
const patchBody = open({
  Operations: Type.Array(
    sent({
      op: oneOf('add', 'remove', 'replace', 'Add', 'Remove', 'Replace'),
      path: may(short),
      value: Type.Optional(anything),
    }),
    { minItems: 1, maxItems: 200 },
  ),
});

const limit = 512 * 1024;

/** None where the declarations cannot keep whether they are on. */
export function scimEndpoints(runtime: Runtime): readonly Endpoint[] {
  if (!hasProgramAccess(runtime)) return [];
  const common = {
    ids: [],
    access: { kind: 'feature', anyOf: ['User.Provision'] },
    ...{ about: 'user', writesAccounts: true, opens: (call) => refuseUnready(runtime, call) },
  } as const satisfies Partial<Endpoint>;
  const read = { ...common, method: 'GET' } as const;
  const asks = [...askedAttributes];
  const list = [askedText('filter', 'A SCIM filter.'), ...askedPage, ...asks];
  const sorted = [
    ...list,
    askedText('sortBy', 'The attribute to sort by.'),
    askedText('sortOrder', 'ascending or descending.'),
  ];
  const user = { ids: ['id'], path: '/scim/v2/Users/{id}' } as const;
  const group = { path: '/scim/v2/Groups/{role}' } as const;
  return [
    { ...read, path: '/scim/v2/ServiceProviderConfig', handle: serviceProviderConfig },
    { ...read, path: '/scim/v2/ResourceTypes/{name?}', handle: resourceTypes },
    { ...read, path: '/scim/v2/Schemas/{name?}', handle: schemas },
    { ...read, path: '/scim/v2/Users', asks: sorted, handle: listUsers },
    { ...common, method: 'POST', path: '/scim/v2/Users', asks, ...takingOpen(newUserBody, createUser) },
    { ...read, ...user, asks, handle: getUser },
    { ...common, ...user, method: 'PUT', asks, ...takingOpen(userBody, replaceUser) },
    { ...common, ...user, method: 'PATCH', asks, ...takingOperations(patchUser) },
    { ...common, ...user, method: 'DELETE', takes: nothing, handle: deactivateUser },
    { ...read, path: '/scim/v2/Groups', asks: list, handle: listGroups },
    { ...common, method: 'POST', path: '/scim/v2/Groups', ...takingOpen(groupBody, createGroup) },
    { ...read, ...group, asks, handle: getGroup },
    { ...common, ...group, method: 'PUT', asks, ...takingOpen(groupBody, replaceGroup) },
    { ...common, ...group, method: 'PATCH', asks, ...takingOperations(patchGroup) },
  ];
}

type Handle<Body> = (call: ApiCall, body: Body) => Response | Promise<Response>;

const takingOpen = (schema: Parameters<typeof taking>[0], handle: Handle<DataRecord>) =>
  taking(schema, (call, body) => handle(call, body as DataRecord), { limit, isProtocol: true });

const takingOperations = (handle: Handle<readonly Operation[]>) =>
  taking(
    patchBody,
    (call, { Operations }: Static<typeof patchBody>) => handle(call, Operations as readonly Operation[]),
    { limit, isProtocol: true },
  );

/** People use the screens; programs need a key, so that their calls are limited and can be revoked. */
async function refuseUnready({ store }: Runtime, { session }: ApiCall): Promise<void> {
  if (!session?.key) throw refusals.keyOnly();
  if (!(await isOn(store, 'scim'))) throw refusals.programAccessOff({ params: { name: 'SCIM' } });
}
