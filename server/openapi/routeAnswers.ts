/** Answers of the declared routes. */
import type { Model, RouteModel } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import {
  all,
  answeredValue,
  answerSchema,
  id,
  list,
  maybeText,
  objectOf,
  onlySeen,
  pageOfItems,
  ref,
  type Schema,
  text,
} from '../http/fieldSchemas.ts';

/** Texts of a record and what it owns, in each language. */
const textsSchema = list(
  objectOf(
    [
      ['EntityType', text],
      ['EntityId', id],
      ['Property', text],
      ['Name', text],
      ['Localizations', list(all({ LanguageCultureName: { enum: ['en-CA', 'fr-CA'] }, Value: maybeText }))],
    ],
    ['EntityType', 'EntityId', 'Property', 'Localizations'],
  ),
);

/** The answer of a judge route: the verdict and its explanation. */
const judgement = objectOf(
  [
    ['Rule', maybeText],
    ['IsEligible', { type: ['boolean', 'null'] }],
    ['Missing', list({})],
    ['Error', {}],
    ['Trace', list({})],
  ],
  ['Rule', 'IsEligible', 'Missing', 'Error', 'Trace'],
);

/** A rule that uses a record. */
const use = all({
  Entity: text,
  EntityName: text,
  Id: id,
  Name: maybeText,
  Field: text,
  FieldName: text,
  Text: maybeText,
  Page: maybeText,
});

/** The success status. */
export function answerStatus(route: RouteModel): number {
  return route.answer === 'none' && route.status === 200 ? 204 : route.status;
}

/** The content of the answer. */
export function answerOf(model: Model, route: RouteModel, { actions }: Registry): Schema {
  if (route.answer === 'none') return { description: 'Done.' };
  if (route.answer === 'file')
    return { description: 'The file.', content: { [route.media ?? 'application/octet-stream']: {} } };
  if (route.answer === 'flag')
    return { description: 'Done.', content: { 'application/json': { schema: { const: true } } } };
  if (route.operation === 'texts' || route.operation === 'setTexts')
    return { description: 'The texts.', content: { 'application/json': { schema: textsSchema } } };
  if (route.operation === 'importTexts')
    return {
      description: 'How many were changed.',
      content: { 'application/json': { schema: importAnswer } },
    };
  if (route.job)
    return {
      description: 'The job that takes the file.',
      content: { 'application/json': { schema: uploadStarted } },
    };
  if (route.operation === 'upload')
    return {
      description: 'How many were made and changed.',
      content: { 'application/json': { schema: uploadAnswer } },
    };
  if (route.operation === 'action') {
    const schema = actions.get(route.action ?? '')?.answer ?? { type: 'object' };
    return { description: 'What was done.', content: { 'application/json': { schema } } };
  }
  if (route.operation === 'judge')
    return { description: 'The verdict.', content: { 'application/json': { schema: judgement } } };
  const told = answerBeside(route);
  if (told) return told;
  if (route.operation === 'uses')
    return { description: 'The rules.', content: { 'application/json': { schema: pageOfItems(use) } } };
  if (route.offered) return offeredPage(model, route);
  if (route.fields && answersPart(route)) return partial(model, route, route.fields);
  if (route.operation === 'find' && route.requests?.with) return nestedPage(route, route.requests.with);
  const list = model.entities.get(route.entity)?.fieldByPath.get(route.list ?? '');
  if (list && route.answer !== 'list')
    return pageOf(`The ${list.name} of the record.`, answeredValue(model, list));
  const whole = list ?? model.entities.get(route.entity)?.fieldByPath.get(route.bodyField ?? '');
  if (route.answer === 'list' && whole) {
    const schema = answeredValue(model, whole);
    return { description: `The ${whole.name} of the record.`, content: { 'application/json': { schema } } };
  }
  const schemas = {
    record: recordOf(model, route),
    id: objectOf([['Id', { type: 'string', format: 'uuid' }]], ['Id']),
    page: ref(`${route.entity}.page`),
  };
  const descriptions: Partial<Record<RouteModel['answer'], string>> = {
    record: 'The record.',
    id: 'The id of the record.',
    page: 'A page of records.',
  };
  const description = descriptions[route.answer];
  return {
    description,
    content: { 'application/json': { schema: schemas[route.answer as keyof typeof schemas] } },
  };
}

/** Answers that are not records of one entity: a flag, a record of any entity with a part, changes. */
function answerBeside(route: RouteModel): Schema | undefined {
  if (route.flag)
    return {
      description: 'Whether there is any.',
      content: {
        'application/json': { schema: objectOf([[route.flag, { type: 'boolean' }]], [route.flag]) },
      },
    };
  if (route.any && route.answer === 'record')
    return {
      description: 'The record.',
      content: {
        'application/json': {
          schema: {
            ...objectOf([['Id', { type: 'string', format: 'uuid' }]], ['Id']),
            additionalProperties: true,
          },
        },
      },
    };
  if ((route.any && route.answer === 'page') || route.entity.startsWith('{') || route.operation === 'history')
    return {
      description: 'A page.',
      content: { 'application/json': { schema: pageOfItems({ type: 'object' }) } },
    };
  return undefined;
}

const count = { type: 'integer', minimum: 0 };
const importAnswer = objectOf(
  [
    ['FileName', { type: 'string' }],
    ['Updated', count],
    ['Unchanged', count],
  ],
  ['FileName', 'Updated', 'Unchanged'],
);
const uploadStarted = objectOf(
  [
    ['FileName', { type: 'string' }],
    ['JobId', { type: 'string', format: 'uuid' }],
  ],
  ['FileName', 'JobId'],
);
const uploadAnswer = objectOf(
  [
    ['FileName', { type: 'string' }],
    ['Created', count],
    ['Updated', count],
    ['Unchanged', count],
    ['Removed', count],
  ],
  ['FileName', 'Created', 'Updated', 'Unchanged'],
);

const answersPart = ({ operation, list }: RouteModel): boolean =>
  operation === 'find' || (operation === 'get' && !list);

function partial(model: Model, route: RouteModel, fields: readonly string[]): Schema {
  if (route.operation === 'find') return partialPage(model, route, fields);
  const schema = partOf(model, route.entity, fields);
  return { description: 'Some fields of the record.', content: { 'application/json': { schema } } };
}

/** A list that answers some fields of its records. */
function partialPage(model: Model, route: RouteModel, fields: readonly string[]): Schema {
  const item = partOf(model, route.entity, fields);
  return pageOf(`A page of ${route.entity} records.`, { type: 'array', items: item });
}

/** Records a reference may hold; when there are none, why. */
function offeredPage(model: Model, { entity, fields }: RouteModel): Schema {
  const page = fields
    ? pageSchema({ type: 'array', items: partOf(model, entity, fields) })
    : ref(`${entity}.page`);
  const schema = { allOf: [page, objectOf([['Reason', { type: 'string' }]])] };
  return { description: `A page of ${entity} records.`, content: { 'application/json': { schema } } };
}

/** A list whose records include other records, for those who may see them. */
function nestedPage(
  route: RouteModel,
  { as, entity }: { readonly as: string; readonly entity: string },
): Schema {
  const nested = objectOf([[as, { type: 'array', items: ref(entity) }]]);
  return pageOf(`A page of ${route.entity} records, each with its own.`, {
    type: 'array',
    items: { allOf: [ref(route.entity), nested] },
  });
}

/** Headers that a client may rely on. */
export function headersOf(route: RouteModel): Schema {
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  const ETag = header('Of this answer; a record’s begins with its revision, and If-Match takes it.');
  const Location = header('Where the new record is read.');
  if (route.method === 'GET' && route.answer !== 'file') return { headers: { ETag } };
  return route.status === 201 ? { headers: { Location } } : {};
}

function pageOf(description: string, items: Schema): Schema {
  return { description, content: { 'application/json': { schema: pageSchema(items) } } };
}

function pageSchema(items: Schema): Schema {
  return objectOf(
    [
      ['Items', items],
      ['TotalItems', { type: 'integer', minimum: 0 }],
      ['IsTotalCapped', { type: 'boolean' }],
      ['IsPartial', onlySeen],
    ],
    ['Items', 'TotalItems'],
  );
}

/** The record, with the lists it includes. */
function recordOf(model: Model, route: RouteModel): Schema {
  const own = route.include.filter(({ within }) => within === undefined);
  if (own.length === 0) return ref(route.entity);
  const lists = own.map(({ name, entity, fields, first }): [string, Schema] => {
    if (first !== undefined) return [name, { ...valueIn(model, entity, first), readOnly: true }];
    return [
      name,
      { type: 'array', readOnly: true, items: fields ? partOf(model, entity, fields) : ref(entity) },
    ];
  });
  return { allOf: [ref(route.entity), objectOf(lists)] };
}

/** One field of a record; null when there is no record. */
function valueIn(model: Model, id: string, name: string): Schema {
  const { properties } = partOf(model, id, [name]) as { properties?: Readonly<Record<string, Schema>> };
  return { anyOf: [properties?.[name] ?? {}, { type: 'null' }] };
}

function partOf(model: Model, id: string, fields: readonly string[]): Schema {
  const entity = model.entities.get(id);
  return entity ? answerSchema(model, entity, ['Id', ...fields]) : {};
}
