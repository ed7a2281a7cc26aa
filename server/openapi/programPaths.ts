/** The calls of programs of other makers. SCIM is also served at its standard address, without `/api`. */
import { all, flag, list, type Schema, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const access = all({ Items: list(all({ Name: text, IsOn: flag, Address: text })) });
const resource: Schema = { type: 'object', description: 'As in RFC 7643.' };
const resources: Schema = { type: 'object', description: 'A ListResponse as in RFC 7644.' };
const rpc = all({ jsonrpc: text }, { id: {}, result: {}, error: {} });
const type = 'application/scim+json';
const conditional = { isConditional: true, type, answer: resource };

export const programPaths: readonly Brief[] = [
  {
    at: 'POST /mcp',
    summary: 'A message of the Model Context Protocol (streamable HTTP, without sessions)',
    answer: rpc,
  },
  { at: 'GET /programaccess', summary: 'Interfaces for programs, and whether they are on', answer: access },
  { at: 'PUT /programaccess', summary: 'Turn an interface on or off', answer: access },
  {
    at: 'GET /scim/v2/ServiceProviderConfig',
    summary: 'What the server supports of SCIM',
    type,
    answer: resource,
  },
  { at: 'GET /scim/v2/ResourceTypes', summary: 'The resource types of SCIM', type, answer: resources },
  { at: 'GET /scim/v2/ResourceTypes/{name}', summary: 'A resource type of SCIM', type, answer: resource },
  { at: 'GET /scim/v2/Schemas', summary: 'The schemas of SCIM', type, answer: resources },
  { at: 'GET /scim/v2/Schemas/{name}', summary: 'A schema of SCIM', type, answer: resource },
  { at: 'GET /scim/v2/Users', summary: 'Accounts, as SCIM users', type, answer: resources },
  {
    at: 'POST /scim/v2/Users',
    summary: 'Create an account from a directory',
    status: 201,
    type,
    answer: resource,
  },
  { at: 'GET /scim/v2/Users/{id}', summary: 'An account, as a SCIM user', type, answer: resource },
  { at: 'PUT /scim/v2/Users/{id}', summary: 'Replace what a directory says of an account', ...conditional },
  { at: 'PATCH /scim/v2/Users/{id}', summary: 'Change what a directory says of an account', ...conditional },
  { at: 'DELETE /scim/v2/Users/{id}', summary: 'Deactivate an account', status: 204, isConditional: true },
  { at: 'GET /scim/v2/Groups', summary: 'Roles, as SCIM groups', type, answer: resources },
  {
    at: 'POST /scim/v2/Groups',
    summary: 'Link a group to the role of the same name',
    status: 201,
    type,
    answer: resource,
  },
  { at: 'GET /scim/v2/Groups/{role}', summary: 'A role, as a SCIM group', type, answer: resource },
  { at: 'PUT /scim/v2/Groups/{role}', summary: 'Say who has a role', type, answer: resource },
  {
    at: 'PATCH /scim/v2/Groups/{role}',
    summary: 'Give a role to accounts, or take it',
    type,
    answer: resource,
  },
];
