/** Calls that exist whatever is declared. */
import type { Registry } from '../extensions/compileExtensions.ts';
import { all, id, list, objectOf, pageOfItems, type Schema, text } from '../http/fieldSchemas.ts';
import type { HubOfActions } from '../hub/hubEndpoints.ts';
import { accountPaths } from './accountPaths.ts';
import { activityPaths } from './activityPaths.ts';
import { approvalPaths } from './approvalPaths.ts';
import type { Brief } from './Brief.ts';
import { bundle, configurePaths } from './configurePaths.ts';
import { errorAnswers } from './errorAnswers.ts';
import { formPaths } from './formPaths.ts';
import { listPaths } from './listPaths.ts';
import { printPaths } from './printPaths.ts';
import { programPaths } from './programPaths.ts';
import { requestBody } from './requestBody.ts';
import { type Asked, askedParameters, type PathItem, type Taken } from './routePaths.ts';
import { workPaths } from './workPaths.ts';

const any: Schema = {};
const moment: Schema = { type: 'string', format: 'date-time' };
const maybe = (...types: readonly string[]): Schema => ({ type: [...types, 'null'] });
const job = all({
  Id: id,
  Kind: text,
  Status: { enum: ['running', 'cancelling', 'done', 'failed', 'cancelled'] },
  IsCancellable: { type: 'boolean' },
  Done: maybe('integer'),
  Share: maybe('number'),
  Result: maybe('object'),
  Problem: maybe('object'),
  StartedBy: text,
  StartedDate: moment,
  FinishedDate: { ...maybe('string'), format: 'date-time' },
});
const notification = all({
  Id: id,
  Kind: text,
  Title: text,
  About: maybe('string'),
  Outcome: { enum: ['done', 'partly', 'failed', 'cancelled'] },
  RowCount: maybe('integer'),
  Notes: list(text),
  Problems: list(text),
  FindingCount: { type: 'integer' },
  To: maybe('string'),
  FinishedDate: moment,
  ReadDate: { ...maybe('string'), format: 'date-time' },
});
const read = all({ Read: { type: 'integer' } });
const changed: readonly (readonly [string, Schema])[] = [
  ['Id', id],
  ['Field', maybe('string')],
  ['PreviousValue', any],
  ['PreviousText', text],
  ['CurrentText', text],
  ['Names', { type: 'object', additionalProperties: text }],
  ['CurrentValue', any],
  ['ChangedAt', moment],
  ['ChangedBy', maybe('string')],
  ['ChangedWith', text],
  ['Operation', text],
];
const entry = objectOf(changed, ['Id', 'ChangedAt', 'Operation']);
/** Entries across all records also identify the record. */
const recordEntry = objectOf(
  [...changed, ['Entity', text], ['RecordId', id], ['RecordName', maybe('string')]],
  ['Id', 'ChangedAt', 'Operation', 'Entity', 'RecordId'],
);
const change = all({
  Cursor: text,
  Entity: text,
  Id: { ...maybe('string'), format: 'uuid' },
  Operation: text,
  Revision: maybe('integer'),
  At: moment,
  By: maybe('string'),
});
const confirmation = all({ Rule: text, Message: text, Token: text }, { Yes: text, No: text });

const briefs: readonly Brief[] = [
  ...accountPaths,
  ...formPaths,
  {
    at: 'GET /health',
    summary: 'Whether the server is up',
    isPublic: true,
    answer: objectOf(
      [
        ['status', text],
        ['setAside', { type: 'integer' }],
      ],
      ['status'],
    ),
  },
  {
    at: 'GET /ready',
    summary: 'Whether calls can be served',
    isPublic: true,
    answer: objectOf([['status', text]], ['status']),
  },
  {
    at: 'GET /model',
    summary: 'The declarations, for the browser',
    isPublic: true,
    answer: bundle,
  },
  {
    at: 'GET /model/validators.js',
    summary: 'Validators as a module',
    answer: text,
    type: 'text/javascript',
  },
  {
    at: 'POST /validate/{entity}',
    summary: 'What a save would say, without saving',
    answer: all({
      Errors: list({ $ref: '#/components/schemas/ValidationError' }),
      Confirmations: list(confirmation),
    }),
  },
  {
    at: 'POST /alike/{entity}',
    summary: 'Possible duplicates of the record a person is about to create',
    answer: all({ Items: list(all({ Id: text, Name: text, Fields: list(text) })) }),
  },
  {
    at: 'GET /linked/{entity}/{recordId}/{field}',
    summary:
      'From which records a roll-up or look-through takes its value, as far as the caller may view them',
    answer: all({
      ...{ Kind: { enum: ['rollUp', 'lookThrough'] }, Function: maybe('string') },
      ...{ EntityName: maybe('string'), FieldName: maybe('string'), ByName: maybe('string') },
      ...{ HasCondition: { type: 'boolean' }, Count: maybe('integer') },
      ...{ RecordName: maybe('string'), To: maybe('string') },
    }),
  },
  {
    at: 'POST /rule/{entity}/{field}',
    summary: 'A rule checked and tried while it is typed',
    answer: all({
      Tree: any,
      Problems: list(
        all({
          At: { type: 'integer' },
          Length: { type: 'integer' },
          Message: text,
          Level: text,
          Fix: maybe('string'),
        }),
      ),
      Used: list(text),
      Operands: list({ type: 'object' }),
      Functions: list({ type: 'object' }),
      Results: list({ type: 'object' }),
    }),
  },
  {
    at: 'POST /render/{entity}/{id}',
    summary: 'A template filled with a record, without saving it',
    answer: all({ Html: maybe('string') }),
  },
  {
    at: 'POST /query',
    summary: 'A GET whose query is too long for an address: its answer is that of the path',
    answer: {},
  },
  {
    at: 'GET /person',
    summary: 'Names of the people whose user names are in records',
    answer: pageOfItems(all({ UserName: text, DisplayName: text })),
  },
  {
    at: 'GET /person/{field}',
    summary:
      'The people whom a field (entity.Field) may name, found by part of their name or a whole address',
    answer: pageOfItems(all({ Id: id, DisplayName: text, IsActive: { type: 'boolean' } })),
  },
  {
    at: 'GET /history',
    summary: 'Who changed what, of all records the caller may see',
    answer: pageOfItems(recordEntry),
  },
  {
    at: 'GET /history/{entity}/{id}',
    summary: 'Who changed what of a record',
    answer: pageOfItems(entry),
  },
  {
    at: 'GET /changes',
    summary: 'What changed of all that the caller may see, in commit order; continue with Next',
    answer: all({ Items: list(change), Next: text }),
  },
  {
    at: 'GET /changes/stream',
    summary: 'The same as server-sent events, resumed with Last-Event-ID',
    answer: text,
    type: 'text/event-stream',
  },
  {
    at: 'POST /File',
    summary: 'Upload a file, as a form with one part or as the body itself',
    answer: all({ Id: id, Name: text, ContentType: text, Size: { type: 'integer', minimum: 1 } }),
    status: 201,
  },
  {
    at: 'GET /File/token/{fileId}',
    summary: 'A ticket for one download within a minute',
    answer: all({ Token: text, Url: text }),
  },
  {
    at: 'GET /File/{fileId}',
    summary: 'The file, for a ticket',
    answer: { contentMediaType: 'application/octet-stream' },
    type: 'application/octet-stream',
  },
  {
    at: 'DELETE /File/{fileId}',
    summary: 'Delete a file that you uploaded and no record refers to',
    status: 204,
  },
  {
    at: 'GET /job',
    summary: 'Long work that runs now, of a kind and about one thing',
    answer: pageOfItems(job),
  },
  { at: 'GET /job/{jobId}', summary: 'How far long work has come', answer: job },
  { at: 'POST /job/{jobId}/cancel', summary: 'End long work; nothing of it stays', answer: job, status: 202 },
  {
    at: 'GET /notification',
    summary: 'What became of the long work the person started, newest first',
    answer: all({ Items: list(notification), TotalItems: { type: 'integer' }, Unread: { type: 'integer' } }),
  },
  { at: 'POST /notification/read', summary: 'All of them have been read', answer: read },
  {
    at: 'POST /notification/{notificationId}/read',
    summary: 'One of them has been read',
    answer: read,
  },
  {
    at: 'GET /notification/{notificationId}/findings',
    summary: 'What was wrong in an uploaded table, each finding with its cell',
    answer: text,
    type: 'text/csv',
  },
  { at: 'GET /events', summary: 'Changes as they happen', answer: text, type: 'text/event-stream' },
  {
    at: 'GET /openapi.json',
    summary: 'This description',
    answer: objectOf(
      [
        ['openapi', text],
        ['info', { type: 'object' }],
        ['paths', { type: 'object' }],
      ],
      ['openapi', 'info', 'paths'],
    ),
  },
  ...configurePaths,
  ...activityPaths,
  ...approvalPaths,
  ...listPaths,
  ...workPaths,
  ...programPaths,
];

/** Session, model, preferences, history, events. */
type Described = { readonly taken: Taken; readonly asked: Asked; readonly extensions: Registry };

export function fixedPaths({ taken, asked, extensions: { hubs, printing } }: Described): readonly PathItem[] {
  const own = printing ? printPaths : [];
  return [...briefs, ...own, ...hubs.flatMap(hubPaths)].map((brief) => {
    const [method = '', path = ''] = brief.at.split(' ');
    return {
      path: `/api${path}`,
      method: method.toLowerCase(),
      operation: operationOf(brief, { taken, asked }, method, path),
    };
  });
}

function operationOf(
  brief: Brief,
  { taken, asked }: Pick<Described, 'taken' | 'asked'>,
  method: string,
  path: string,
): Schema {
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
      ...askedParameters(asked.get(brief.at)),
      ...(brief.isConditional ? [ifMatch] : []),
    ],
    ...(method === 'GET' ? {} : requestBody(taken.get(brief.at))),
    responses: {
      [String(brief.status ?? 200)]: { description: brief.summary, ...answer },
      ...errorAnswers({ isWrite: method !== 'GET', hasIds: path.includes('{') }),
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

const ifMatch: Schema = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: text,
  description: 'The revision that was read, such as "3".',
};

function parametersIn(path: string): readonly Schema[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: ['id', 'fileId', 'jobId', 'notificationId', 'approvalId', 'absenceId', 'workId'].includes(
      name ?? '',
    )
      ? { type: 'string', format: 'uuid' }
      : text,
  }));
}

/** Calls that standard hub clients make. */
function hubPaths({ path, about }: HubOfActions): readonly Brief[] {
  return [
    {
      at: `POST ${path}/negotiate`,
      summary: `A connection to the hub of ${about}, by its token`,
      isPublic: true,
      answer: objectOf(
        [
          ['connectionId', text],
          ['connectionToken', text],
        ],
        ['connectionId', 'connectionToken'],
      ),
    },
    {
      at: `POST ${path}`,
      summary: 'What a client says to the hub',
      isPublic: true,
    },
    {
      at: `GET ${path}`,
      summary: 'What the hub says',
      isPublic: true,
      answer: text,
      type: 'text/plain',
    },
    {
      at: `DELETE ${path}`,
      summary: 'The connection is over',
      isPublic: true,
      status: 202,
    },
  ];
}
