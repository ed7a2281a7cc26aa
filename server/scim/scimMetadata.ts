/** What the server supports of SCIM, for clients that ask first. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { baseOf, mostResources, scimAnswer, scimList } from './scimAnswer.ts';
import { groupSchema } from './scimGroups.ts';
import { enterpriseSchema, userSchema } from './scimUser.ts';

export function serviceProviderConfig(call: ApiCall): Response {
  return scimAnswer({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostResources },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'The key of a service account, sent as a bearer token.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseOf(call)}/ServiceProviderConfig` },
  });
}

const typesOf = (base: string): readonly DataRecord[] => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: 'User', name: 'User', endpoint: '/Users', description: 'Account', schema: userSchema },
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: 'Group', name: 'Group', endpoint: '/Groups', description: 'Role', schema: groupSchema },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

type More = Readonly<Record<string, unknown>>;

const attribute = (name: string, more: More = {}): DataRecord => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  ...more,
});

const reference = (name: string, types: readonly string[], more: More = {}): DataRecord =>
  attribute(name, { type: 'reference', referenceTypes: types, ...more });

const value = (more: More = {}) => attribute('value', more);

const userAttributes: readonly DataRecord[] = [
  attribute('userName', { required: true, mutability: 'immutable', uniqueness: 'server' }),
  attribute('name', {
    type: 'complex',
    subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
  }),
  attribute('displayName'),
  attribute('active', { type: 'boolean' }),
  attribute('emails', {
    ...{ type: 'complex', multiValued: true },
    subAttributes: [value(), attribute('type'), attribute('primary', { type: 'boolean' })],
  }),
  attribute('preferredLanguage'),
  attribute('groups', {
    ...{ type: 'complex', multiValued: true, mutability: 'readOnly' },
    subAttributes: [value({ mutability: 'readOnly' }), attribute('display', { mutability: 'readOnly' })],
  }),
];

const groupAttributes: readonly DataRecord[] = [
  attribute('displayName', { required: true, mutability: 'readOnly' }),
  attribute('members', {
    ...{ type: 'complex', multiValued: true },
    subAttributes: [
      value({ mutability: 'immutable' }),
      reference('$ref', ['User'], { mutability: 'immutable' }),
    ],
  }),
];

const managerAttributes: readonly DataRecord[] = [
  attribute('manager', { type: 'complex', subAttributes: [value(), reference('$ref', ['User'])] }),
];

const schemasOf = (base: string): readonly DataRecord[] =>
  [
    { id: userSchema, name: 'User', attributes: userAttributes },
    { id: enterpriseSchema, name: 'EnterpriseUser', attributes: managerAttributes },
    { id: groupSchema, name: 'Group', attributes: groupAttributes },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));

export const resourceTypes = (call: ApiCall): Response => listOrOne(call, typesOf(baseOf(call)));

export const schemas = (call: ApiCall): Response => listOrOne(call, schemasOf(baseOf(call)));

function listOrOne(call: ApiCall, all: readonly DataRecord[]): Response {
  const { name } = call.params;
  if (name === undefined) return scimList(call, { total: all.length, start: 1, resources: all });
  const found = all.find(({ id }) => String(id).toLowerCase() === name.toLowerCase());
  if (!found) throw refusals.noSuchPath({ params: { path: call.path } });
  return scimAnswer(found);
}
