import { all, flag, id, list, maybeText, type Schema, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

/** A saved view, without and with its content. */
const head = {
  Id: id,
  List: text,
  Name: text,
  Role: maybeText,
  Owner: text,
  IsMine: flag,
  Revision: { type: 'integer' },
};
const count = { type: ['integer', 'null'] };
const view = all({ ...head, Choices: { type: 'object' }, Gone: list(text), IsPartial: flag });
const _fields: readonly (readonly [string, Schema])[] = [
  ['Name', text],
  ['Role', maybeText],
  ['Choices', { type: 'object' }],
];

const _asked: readonly (readonly [string, Schema])[] = [
  ['List', text],
  ['Field', text],
  ['Value', {}],
];

const visit = all({
  ...{ Entity: text, Id: id, Page: text, Name: text, Note: text },
  ...{ Visits: { type: 'integer' }, LastDate: text, IsFavourite: { type: 'boolean' } },
});

const sample = all({ IsLoaded: flag, MayLoad: flag, MayRemove: flag });

export const listPaths: readonly Brief[] = [
  { at: 'GET /sample-data', summary: 'Whether the sample data are there, and may be loaded', answer: sample },
  { at: 'POST /sample-data', summary: 'Load the sample data into a new installation', answer: sample },
  { at: 'DELETE /sample-data', summary: 'Remove the sample data that were loaded', answer: sample },
  {
    at: 'GET /visit',
    summary: 'Records one keeps as favourites, then those opened last, as far as one may still see them',
    answer: all({ Items: list(visit), TotalItems: { type: 'integer' } }),
  },
  {
    at: 'PUT /visit/{entity}/{id}',
    summary: 'Note that a record was opened, or make it a favourite or not',
    answer: all({ IsFavourite: { type: 'boolean' } }),
  },
  { at: 'GET /preference/{key}', summary: 'A value a person keeps', answer: {} },
  { at: 'PUT /preference/{key}', summary: 'Keep a value for the person', answer: {} },
  {
    at: 'GET /view',
    summary: 'Views of lists, own ones and those shared with a role one holds',
    answer: all({ Items: list(all(head)) }),
  },
  {
    at: 'POST /view',
    summary: 'Keep filters, order and columns of a list under a name',
    status: 201,
    answer: view,
  },
  { at: 'GET /view/{viewId}', summary: 'A view, as far as one may see what it names', answer: view },
  {
    at: 'PUT /view/{viewId}',
    summary: 'Rename, share or overwrite a view of one’s own',
    answer: view,
  },
  { at: 'DELETE /view/{viewId}', summary: 'Delete a view of one’s own', status: 204 },
  {
    at: 'POST /bulk/preview',
    summary: 'What records of a list say to a new value of one field; nothing is changed',
    answer: all({
      Items: list(
        all({
          Id: id,
          Name: text,
          Revision: { type: ['integer', 'null'] },
          Outcome: { enum: ['change', 'same', 'refused'] },
          Messages: list(text),
        }),
      ),
    }),
  },
  {
    at: 'POST /bulk',
    summary: 'One field of many records changed, all of them or each that takes it, as a job',
    status: 202,
    answer: all({ JobId: id }),
  },
  {
    at: 'GET /import/{entity}',
    summary: 'What a file may fill in for records of an entity, and the latest imports',
    answer: all({
      Fields: list(all({ Name: text, Label: text, IsRequired: { type: 'boolean' } })),
      Keys: list(list(text)),
      Modes: list({ enum: ['create', 'update', 'both'] }),
      Items: list(
        all({
          ...{ Id: id, FileName: text, Status: { enum: ['running', 'done', 'undone'] } },
          ...{ Created: count, Updated: count, Unchanged: count, Kept: count },
          ...{ CreatedDate: text, CreatedBy: text, CanUndo: { type: 'boolean' } },
        }),
      ),
    }),
  },
  {
    at: 'GET /import/{entity}/template',
    summary: 'A file with the headings of all fields that may be imported, as xlsx or csv',
    answer: { contentMediaType: 'application/octet-stream' },
    type: 'application/octet-stream',
  },
  {
    at: 'POST /import/{entity}/file',
    summary: 'Upload a file to import; the answer proposes a field for each of its columns',
    status: 201,
    answer: all({
      FileId: id,
      FileName: text,
      Columns: list(
        all({
          At: { type: 'integer' },
          Title: text,
          Field: { type: ['string', 'null'] },
          Samples: list(text),
        }),
      ),
    }),
  },
  {
    at: 'POST /import/{entity}',
    summary: 'Import an uploaded file as a job, all of it or nothing; a trial stores nothing',
    status: 202,
    answer: all({ JobId: id, ImportId: { type: ['string', 'null'] } }),
  },
  {
    at: 'POST /import/{entity}/{importId}/undo',
    summary: 'Undo an import as a job; records changed since are left and named',
    status: 202,
    answer: all({ JobId: id }),
  },
];
