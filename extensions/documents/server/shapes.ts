/** Request and answer schemas shared by several calls. */
import { answers } from '#server/extension';

const mapping = answers.all({
  Type: answers.maybeText,
  Title: answers.maybeText,
  Field: answers.text,
  Expression: answers.maybeText,
  Sample: answers.maybeText,
  IsMapped: answers.flag,
  IsInDocument: answers.flag,
});
export const mappings = answers.all({
  Id: answers.id,
  Revision: answers.count,
  Items: answers.list(mapping),
  TotalItems: answers.count,
});
export const templates = answers.all({
  Templates: answers.list(answers.all({ ViewName: answers.text, Html: answers.maybeText })),
  IsAutomaticTemplate: answers.flag,
  ObjectId: answers.id,
  BusinessEntityTypeId: { type: 'integer' },
  Revision: answers.count,
});
