/** The calls the server has whatever is declared. */
import { objectOf, type Schema } from './fieldSchemas.ts';
import type { PathItem } from './routePaths.ts';

const text: Schema = { type: 'string' };
const any: Schema = {};
const user = objectOf([
  ['Id', { type: 'string', format: 'uuid' }],
  ['UserName', text],
  ['DisplayName', text],
  ['Roles', { type: 'array', items: text }],
]);
const login = objectOf([
  ['Token', text],
  ['User', user],
  ['Features', { type: 'array', items: text }],
]);
const page = objectOf([
  ['Items', { type: 'array', items: { type: 'object' } }],
  ['TotalItems', { type: 'integer' }],
]);
const job = objectOf([
  ['Id', { type: 'string', format: 'uuid' }],
  ['Kind', text],
  ['Status', { enum: ['running', 'cancelling', 'done', 'failed', 'cancelled'] }],
  ['Done', { type: ['integer', 'null'] }],
  ['Share', { type: ['number', 'null'] }],
  ['Result', { type: ['object', 'null'] }],
  ['Problem', { type: ['object', 'null'] }],
  ['StartedBy', text],
  ['StartedDate', { type: 'string', format: 'date-time' }],
  ['FinishedDate', { type: ['string', 'null'], format: 'date-time' }],
]);

type Brief = {
  readonly at: string;
  readonly summary: string;
  readonly answer?: Schema;
  readonly type?: string;
  readonly body?: Schema;
  /** Media type of the body; JSON where it says nothing. */
  readonly sends?: string;
  readonly status?: number;
  readonly isPublic?: boolean;
  readonly query?: readonly string[];
};

const briefs: readonly Brief[] = [
  {
    at: 'POST /session',
    summary: 'Sign in',
    isPublic: true,
    body: objectOf(
      [
        ['UserName', text],
        ['Password', text],
      ],
      ['UserName', 'Password'],
    ),
    answer: login,
  },
  { at: 'GET /session', summary: 'Who is signed in', answer: login },
  { at: 'DELETE /session', summary: 'Sign out', status: 204 },
  {
    at: 'GET /health',
    summary: 'Whether the server is up',
    isPublic: true,
    answer: objectOf([['status', text]]),
  },
  {
    at: 'GET /model',
    summary: 'The declarations, for the browser',
    isPublic: true,
    answer: any,
    query: ['part'],
  },
  {
    at: 'GET /model/validators.js',
    summary: 'Validators as a module',
    answer: text,
    type: 'text/javascript',
    query: ['v'],
  },
  {
    at: 'POST /validate/{entity}',
    summary: 'What a save would say, without saving',
    body: { type: 'object' },
    answer: objectOf([
      ['Errors', { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } }],
      ['Confirmations', { type: 'array', items: { type: 'object' } }],
    ]),
  },
  {
    at: 'POST /render/{entity}/{id}',
    summary: 'A template filled with a record, without saving it',
    body: objectOf(
      [
        ['Field', text],
        ['Html', text],
        ['Language', text],
      ],
      ['Field', 'Html'],
    ),
    answer: objectOf([['Html', text]]),
  },
  { at: 'GET /preference/{key}', summary: 'A value a person keeps', answer: any },
  { at: 'PUT /preference/{key}', summary: 'Keep a value for the person', body: any, answer: any },
  {
    at: 'GET /history/{entity}/{id}',
    summary: 'Who changed what of a record',
    answer: page,
    query: ['page', 'pageSize'],
  },
  {
    at: 'POST /File',
    summary: 'Upload a file, as a form with one part or as the body itself',
    sends: 'multipart/form-data',
    body: objectOf([['file', { type: 'string', contentMediaType: 'application/octet-stream' }]], ['file']),
    answer: objectOf([
      ['Id', { type: 'string', format: 'uuid' }],
      ['Name', text],
      ['ContentType', text],
      ['Size', { type: 'integer' }],
    ]),
    status: 201,
    query: ['field'],
  },
  {
    at: 'GET /File/token/{fileId}',
    summary: 'A ticket for one download within a minute',
    answer: objectOf([
      ['Token', text],
      ['Url', text],
    ]),
  },
  {
    at: 'GET /File/{fileId}',
    summary: 'The file, for a ticket',
    answer: { contentMediaType: 'application/octet-stream' },
    type: 'application/octet-stream',
    query: ['token'],
  },
  {
    at: 'GET /job',
    summary: 'Long work that runs now, of a kind and about one thing',
    answer: page,
    query: ['kind', 'key'],
  },
  { at: 'GET /job/{jobId}', summary: 'How far long work has come', answer: job },
  { at: 'POST /job/{jobId}/cancel', summary: 'End long work; nothing of it stays', answer: job, status: 202 },
  { at: 'GET /events', summary: 'Changes as they happen', answer: text, type: 'text/event-stream' },
  { at: 'GET /openapi.json', summary: 'This description', isPublic: true, answer: any },
];

/** Session, model, preferences, history, events. */
export function fixedPaths(): readonly PathItem[] {
  return briefs.map((brief) => {
    const [method = '', path = ''] = brief.at.split(' ');
    return { path: `/api${path}`, method: method.toLowerCase(), operation: operationOf(brief, method, path) };
  });
}

function operationOf(brief: Brief, method: string, path: string): Schema {
  const answer = brief.answer && {
    content: { [brief.type ?? 'application/json']: { schema: brief.answer } },
  };
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: ['server'],
    summary: brief.summary,
    ...(brief.isPublic ? { security: [] } : {}),
    parameters: [
      ...parametersIn(path),
      ...(brief.query ?? []).map((name) => ({ name, in: 'query', schema: text })),
    ],
    ...(brief.body
      ? {
          requestBody: {
            required: true,
            content: { [brief.sends ?? 'application/json']: { schema: brief.body } },
          },
        }
      : {}),
    responses: {
      [String(brief.status ?? 200)]: { description: brief.summary, ...answer },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function parametersIn(path: string): readonly Schema[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'id' || name === 'fileId' || name === 'jobId' ? { type: 'string', format: 'uuid' } : text,
  }));
}
