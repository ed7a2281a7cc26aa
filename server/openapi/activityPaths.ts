/** The calls about what surrounds a record. */
import { all, count, flag, id, list, maybeText, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const maybeCount = { type: ['integer', 'null'] };
const person = all({ Id: id, DisplayName: text });
const comment = all({
  ...{ Id: id, Text: text, CreatedDate: text, CreatedBy: text, Author: maybeText, IsMine: flag },
  ...{ EditedDate: maybeText, RemovedDate: maybeText, Revision: count, Mentions: list(person) },
});
const followers = all({ IsFollowing: flag, Count: count, Names: list(text) });
const file = all({
  ...{ Id: id, FileId: id, Name: text, ContentType: text, Size: count },
  ...{ CreatedDate: text, CreatedBy: text, MayRemove: flag },
});
const at = (below: string) => `/activity/{entity}/{id}${below}`;
const listed = (item: object) => all({ Items: list(item as never), TotalItems: count });

export const activityPaths: readonly Brief[] = [
  {
    at: `GET ${at('')}`,
    summary: 'What surrounds a record, and what the caller may do',
    answer: all({
      ...{ Comments: maybeCount, Files: maybeCount, MayComment: flag, MayAttach: flag },
      ...{ MayRestore: flag, MayDuplicate: flag },
    }),
  },
  { at: `GET ${at('/comment')}`, summary: 'The comments on a record, newest first', answer: listed(comment) },
  { at: `POST ${at('/comment')}`, summary: 'Comment on a record', answer: comment, status: 201 },
  { at: `PUT ${at('/comment/{commentId}')}`, summary: 'Change one’s own comment', answer: comment },
  { at: `DELETE ${at('/comment/{commentId}')}`, summary: 'Delete one’s own comment', status: 204 },
  {
    at: `GET ${at('/comment/{commentId}/version')}`,
    summary: 'The earlier texts of a comment, newest first',
    answer: listed(all({ Text: text, ChangedAt: text })),
  },
  {
    at: `GET ${at('/reader')}`,
    summary: 'People who may read the record and can be mentioned',
    answer: listed(person),
  },
  { at: `GET ${at('/follower')}`, summary: 'Who follows a record', answer: followers },
  { at: `PUT ${at('/follower')}`, summary: 'Follow a record', answer: followers },
  { at: `DELETE ${at('/follower')}`, summary: 'Stop following a record', answer: followers },
  { at: `GET ${at('/file')}`, summary: 'The files attached to a record', answer: listed(file) },
  { at: `POST ${at('/file')}`, summary: 'Attach a file to a record', answer: file, status: 201 },
  { at: `DELETE ${at('/file/{fileId}')}`, summary: 'Detach a file from a record', status: 204 },
  {
    at: `GET ${at('/related')}`,
    summary: 'How many records refer to a record, by field',
    answer: listed(all({ Of: text, Entity: text, EntityName: text, FieldName: text, Count: count })),
  },
  {
    at: `GET ${at('/related/{of}')}`,
    summary: 'The records that refer to a record by one field',
    answer: listed(all({ Id: id, Name: text, Page: maybeText })),
  },
  {
    at: `POST ${at('/restore')}`,
    summary: 'Restore a field or an earlier state, or try to',
    answer: all({
      Fields: list(all({ Field: text, Label: text })),
      Left: list(all({ Field: text, Label: text, Reason: text })),
      Revision: count,
    }),
  },
  {
    at: `POST ${at('/duplicate')}`,
    summary: 'Duplicate a record',
    answer: all({ Id: id, Page: maybeText }),
    status: 201,
  },
];
