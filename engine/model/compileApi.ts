/** Declared paths → routes, each bound to an operation. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import { compileCopy } from './compileCopy.ts';
import { compileInclude } from './compileInclude.ts';
import { type Compiler, compileSort } from './compiler.ts';
import { compileSheet } from './compileSheet.ts';
import { withLate } from './late.ts';
import { namedFields } from './namedFields.ts';
import type { Source } from './sources.ts';
import { ruleScope, type TypeSources, whereScope } from './typeScope.ts';
import type { EntityModel, Read, RouteModel } from './types.ts';

type DeclaredRoute = ApiDeclaration['routes'][number];

/** Compiles the routes of one api.json; late, what a route does only when that is first asked. */
export function compileApi(
  source: Source<ApiDeclaration>,
  { types, compiler, isLate }: Pick<RouteContext, 'types' | 'compiler'> & { readonly isLate: boolean },
): readonly RouteModel[] {
  return source.json.routes.map((declared, index) => {
    const [method = 'GET', address = '/'] = declared.route.split(' ');
    const head: RouteHead = {
      method: method as RouteModel['method'],
      path: address,
      operation: declared.operation,
      entity: declared.entity ?? source.json.for,
      file: source.file,
    };
    const work = () =>
      compileRoute(declared, {
        file: source.file,
        path: `/routes/${index}`,
        entity: head.entity,
        types,
        compiler,
        sheets: source.json.sheets ?? {},
      });
    return isLate ? withLate(head, workNames, work) : { ...head, ...work() };
  });
}

/** What a route is found by. */
type RouteHead = Pick<RouteModel, 'method' | 'path' | 'operation' | 'entity' | 'file'>;
type RouteWork = Omit<RouteModel, keyof RouteHead>;

// A record of all names: one that is missing, or is none, does not compile.
const workNames = Object.keys({
  ids: true,
  idParameter: true,
  bind: true,
  without: true,
  through: true,
  where: true,
  any: true,
  lengths: true,
  flag: true,
  items: true,
  result: true,
  sort: true,
  pageSize: true,
  rows: true,
  all: true,
  transition: true,
  transitionFrom: true,
  except: true,
  action: true,
  as: true,
  set: true,
  bodyField: true,
  lists: true,
  copy: true,
  body: true,
  rule: true,
  include: true,
  fileName: true,
  sheet: true,
  fields: true,
  upload: true,
  job: true,
  confirm: true,
  notice: true,
  requests: true,
  list: true,
  answer: true,
  progress: true,
  media: true,
  access: true,
  status: true,
  failure: true,
} satisfies Record<keyof Required<RouteWork>, true>) as (keyof RouteWork)[];

type RouteContext = {
  readonly sheets: NonNullable<ApiDeclaration['sheets']>;
  readonly file: string;
  readonly path: string;
  readonly entity: string;
  readonly types: TypeSources;
  readonly compiler: Compiler;
};

function compileRoute(declared: DeclaredRoute, context: RouteContext): RouteWork {
  const { file, path, entity, types, compiler } = context;
  const [, address = '/'] = declared.route.split(' ');
  const model = types.entities.get(entity);
  const fields = fieldsOf(declared, context, model);
  reportUnknown(declared, context, model);
  const set = model && declared.set && compileSet(declared.set, context, model);
  for (const message of [declared.failure, declared.notice?.title])
    if (message) compiler.use(`message:${message}`, { file, path });
  const parameters = parametersOf(address);
  const bound = boundEntity(declared, context, model);
  const read = new Set(Object.values(set ?? {}).flatMap((value) => value.reads.flatMap(parameterRead)));
  const free = parameters.filter((name) => !read.has(name));
  const bind = { ...impliedBindings(free, bound), ...compact(declared.bind) };
  return {
    ids: declared.ids ?? parameters.filter((name) => /id$/i.test(name)),
    idParameter:
      namesRecord.has(declared.operation) || declared.answer === 'record'
        ? free.filter((name) => !(name in bind)).at(-1)
        : undefined,
    bind,
    through: declared.through,
    where: compileRouteWhere(declared, context),
    ...answerWords(declared),
    sort: compileSort(declared.sort),
    pageSize: declared.pageSize,
    ...rangeOf(declared),
    transition: declared.transition,
    transitionFrom: declared.transitionFrom?.replace(/^body\./, ''),
    except: declared.except ?? [],
    action: declared.action,
    as: declared.as,
    set,
    body: typeof declared.body === 'object' ? compact(declared.body) : undefined,
    bodyField: typeof declared.body === 'string' ? declared.body : undefined,
    lists: declared.lists ?? [],
    copy:
      model && declared.copy && compileCopy(declared.copy, { place: { file, path }, types, compiler }, model),
    rule: declared.rule,
    sheet: model && compileSheet(declared, context, model),
    confirm: model ? compileConfirms(declared, context, model) : [],
    fileName: model && fileNameOf(declared, context, model),
    include: compileInclude(declared, { place: { file, path }, types, compiler }, model),
    fields,
    ...answerOf(declared),
    access:
      declared.access === undefined
        ? undefined
        : compiler.access(declared.access, { file, path: `${path}/access` }),
    status: declared.status ?? (makesRecord.has(declared.operation) ? 201 : declared.job ? 202 : 200),
    failure: declared.failure,
  };
}

/** What the answer is beside the records, and which texts may be searched by. */
function answerWords({ any, lengths = {}, flag, items, result = false }: DeclaredRoute) {
  return { any, flag, items, result, lengths: lengths as RouteModel['lengths'] };
}

function fileNameOf(
  { operation, file: name }: DeclaredRoute,
  { file, path, types, compiler }: RouteContext,
  model: EntityModel,
): RouteModel['fileName'] {
  if ((operation === 'exportTexts') !== (name !== undefined))
    compiler.error(
      { file, path },
      'exportTexts, and no other operation, says in "file" what its file is called.',
    );
  if (name === undefined) return undefined;
  return compiler.expression(name, { file, path: `${path}/file` }, () => ruleScope(types, model), 'text');
}

/** What a find of the route shows at all; it may read what the call asks for. */
function compileRouteWhere({ where }: DeclaredRoute, { file, path, entity, types, compiler }: RouteContext) {
  if (where === undefined) return undefined;
  const query = { kind: 'object', fields: {}, open: true } as const;
  return compiler.where(where, { file, path: `${path}/where` }, () => whereScope(types, entity, { query }));
}

/** The list that a get answers, or that is the whole body of an update. */
function listOf({ list, body }: DeclaredRoute): string | undefined {
  return list ?? (typeof body === 'string' ? body : undefined);
}

function answerOf({
  answer,
  list,
  operation,
  media,
  progress,
}: DeclaredRoute): Pick<RouteModel, 'answer' | 'list' | 'media' | 'progress'> {
  return {
    list,
    media,
    progress: progress === true,
    answer: answer ?? (list ? 'page' : defaultAnswer[operation]),
  };
}

/** Whose fields the path sets or filters: a list through another entity is narrowed by that one's. */
function boundEntity(
  { operation, through }: DeclaredRoute,
  { types }: RouteContext,
  model: EntityModel | undefined,
): EntityModel | undefined {
  return operation === 'find' && through ? types.entities.get(through.entity) : model;
}

/** How much of a list the route carries or takes, and how it is asked for. */
function rangeOf(
  declared: DeclaredRoute,
): Pick<RouteModel, 'rows' | 'all' | 'without' | 'upload' | 'job' | 'requests' | 'notice'> {
  const { rows = false, all = false, without = [], upload, job = false, requests, notice } = declared;
  const inner = requests?.with;
  return {
    rows,
    all,
    without,
    upload,
    job,
    notice,
    requests: requests && { ...requests, with: inner && { ...inner, as: inner.as ?? inner.entity } },
  };
}

/** Values over the path's parameters, the record as it would be and as it stands. */
function compileSet(
  declared: NonNullable<DeclaredRoute['set']>,
  { file, path, types, compiler }: RouteContext,
  model: EntityModel,
): RouteModel['set'] {
  const scope = () => {
    const rules = ruleScope(types, model);
    return { ...rules, vars: { ...rules.vars, params: { kind: 'object', fields: {}, open: true } as const } };
  };
  return Object.fromEntries(
    Object.entries(declared).map(([field, text]) => [
      field,
      compiler.expression(String(text), { file, path: `${path}/set/${field}` }, scope),
    ]),
  );
}

function compileConfirms(
  { confirm }: DeclaredRoute,
  { file, path, types, compiler }: RouteContext,
  model: EntityModel,
): RouteModel['confirm'] {
  return (confirm ?? []).map(({ id, message, when }, index) => {
    const place = { file, path: `${path}/confirm/${index}` };
    compiler.use(`message:${message}`, place);
    return { id, message, when: compiler.expression(when, place, () => ruleScope(types, model)) };
  });
}

const namesRecord = new Set<string>([
  'get',
  'update',
  'remove',
  'copy',
  'transition',
  'action',
  'operands',
  'uses',
  'judge',
  'texts',
  'setTexts',
  'exportTexts',
  'history',
  'removable',
]);
const lists = new Set<string>(['find', 'lookup']);
const startsWork = new Set<string>(['action', 'copy', 'upload']);
const makesRecord = new Set<string>(['create', 'copy']);

const defaultAnswer = {
  find: 'page',
  get: 'record',
  create: 'record',
  update: 'record',
  remove: 'none',
  order: 'page',
  copy: 'record',
  transition: 'record',
  action: 'record',
  lookup: 'page',
  operands: 'page',
  uses: 'page',
  judge: 'record',
  download: 'file',
  upload: 'record',
  texts: 'list',
  setTexts: 'list',
  exportTexts: 'file',
  importTexts: 'record',
  history: 'page',
  removable: 'record',
} satisfies Record<RouteModel['operation'], RouteModel['answer']>;

/** What a route writes of a body; one that only sets values, or takes the body for one value, takes nothing else. */
function fieldsOf(
  declared: DeclaredRoute,
  { file, path, compiler }: RouteContext,
  model: EntityModel | undefined,
): readonly string[] | undefined {
  if (typeof declared.body === 'string') return [declared.body];
  const names = declared.fields ?? (declared.set && !declared.body ? [] : undefined);
  return names && model
    ? namedFields(names, model, (message) => compiler.error({ file, path }, message))
    : names;
}

function parameterRead({ from, path }: Read): readonly string[] {
  return from === 'params' && path[0] !== undefined ? [path[0]] : [];
}

/** Names in `{}`, without the mark of an optional one. */
export function parametersOf(address: string): readonly string[] {
  return [...address.matchAll(/\{([^}?]+)\??\}/g)].map((match) => match[1] as string);
}

/** `{ProductId}` sets or filters the field of that name without being told; `{id}` names the record. */
function impliedBindings(
  parameters: readonly string[],
  entity: EntityModel | undefined,
): Record<string, string> {
  const named = parameters.filter((name) => name.toLowerCase() !== 'id');
  return Object.fromEntries(
    named.flatMap((name) => {
      const field = entity?.fields.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
      return field ? [[name, field.name]] : [];
    }),
  );
}

/** The path names the lookup. */
const isParameter = (name: string): boolean => /^\{\w+\}$/.test(name);

function reportUnknown(declared: DeclaredRoute, context: RouteContext, model: EntityModel | undefined): void {
  const { file, path, entity, types, compiler } = context;
  const place = { file, path };
  const isLookup = declared.operation === 'lookup';
  if (isLookup && !types.lookups.has(entity) && !isParameter(entity))
    compiler.error(place, `There is no lookup ${entity}. Add schemas/lookups/${entity}.json.`);
  if (!isLookup && !model)
    compiler.error(place, `There is no entity ${entity}. Add it to schemas/, or mend the name.`);
  if (declared.through && !types.entities.has(declared.through.entity))
    compiler.error(place, `There is no entity ${declared.through.entity}.`);
  const transitions = model?.workflow?.transitions.map((transition) => transition.id) ?? [];
  if (declared.transition && !transitions.includes(declared.transition))
    compiler.error(
      place,
      `${entity} has no transition ${declared.transition}. Known: ${transitions.join(', ') || 'none'}.`,
    );
  const answersFile =
    declared.answer === 'file' && declared.operation !== 'download' && declared.operation !== 'exportTexts';
  if (answersFile !== (declared.media !== undefined))
    compiler.error(
      place,
      'A route that answers a file says in "media" which kind, such as "application/pdf".',
    );
  if (declared.all && (declared.operation !== 'remove' || parametersOf(declared.route).length === 0))
    compiler.error(place, '"all" belongs to a remove whose path says whose records go.');
  for (const problem of reportParts(declared, context, model)) compiler.error(place, problem);
  reportRule(declared, model, (message) => compiler.error(place, message));
  if ((declared.set || declared.body) && declared.operation !== 'update')
    compiler.error(place, '"set" and "body" belong to the operation update.');
  if (declared.answer === 'list' && model?.fieldByPath.get(listOf(declared) ?? '')?.kind !== 'rows')
    compiler.error(
      place,
      'A route that answers a list names it: in "list" of a get, in "body" of an update.',
    );
  if (
    declared.list &&
    (declared.operation !== 'get' || model?.fieldByPath.get(declared.list)?.kind !== 'rows')
  )
    compiler.error(place, '"list" belongs to the operation get, and names a list of rows of the record.');
  reportFields(declared, context, model);
}

/** What belongs to one operation only, or names what is not there. */
function reportParts(
  { operation, upload, job, requests, notice, confirm, any, flag, items }: DeclaredRoute,
  { types }: RouteContext,
  model: EntityModel | undefined,
): readonly string[] {
  const problems: string[] = [];
  if (upload && operation !== 'action' && operation !== 'upload')
    problems.push('"upload" belongs to an action or an upload.');
  if (job && (operation !== 'upload' || !upload || !notice))
    problems.push(
      '"job" belongs to an upload that says in "upload" what its file may be, and in "notice" how it is told.',
    );
  if (confirm && operation !== 'upload') problems.push('"confirm" belongs to an upload.');
  if (upload && model?.fieldByPath.get(upload.field)?.kind !== 'file')
    problems.push(`"upload" names a field of format file, and ${upload.field} is none.`);
  if (notice && !startsWork.has(operation))
    problems.push('"notice" belongs to a call that starts long work.');
  const [name = '', ...pages] = [notice?.about, notice?.to, notice?.otherwise].map((text) => text ?? '');
  const told = [...(name ? [name] : []), ...pages.flatMap(parametersOf)];
  for (const field of notice && model ? told : [])
    if (field !== 'Id' && !model?.fieldByPath.has(field))
      problems.push(`"notice" names ${field}, which ${model?.id} does not have.`);
  if ((operation === 'removable') !== (flag !== undefined && operation !== 'find'))
    problems.push('"flag" belongs to a find, and "removable" says in it what its answer is called.');
  if (items !== undefined && !lists.has(operation)) problems.push('"items" belongs to a find or a lookup.');
  if (any && ![...types.entities.values()].some(({ parts }) => parts[any.part]?.[any.by] !== undefined))
    problems.push(`No entity has the part ${any.part} with a word for ${any.by}.`);
  if (requests && operation !== 'find') problems.push('"requests" belongs to the operation find.');
  for (const [nested, field] of [
    [requests?.with, (id: string, by: string) => types.entities.get(id)?.fieldByPath.get(by)],
    [requests?.within, (_id: string, by: string) => model?.fieldByPath.get(by)],
  ] as const)
    if (nested && (!types.entities.has(nested.entity) || !field(nested.entity, nested.by)))
      problems.push(`"requests" names ${nested.entity} by ${nested.by}, which is not there.`);
  return problems;
}

/** Fields that a route names but their entity does not have. */
function reportFields(declared: DeclaredRoute, context: RouteContext, model: EntityModel | undefined): void {
  const { file, path, types, compiler } = context;
  const { bind, body, set, through } = declared;
  const single = (declared.fields ?? []).filter((name) => !name.startsWith('@'));
  const taken = typeof body === 'string' ? [body] : Object.values(compact(body));
  const bound = boundEntity(declared, context, model);
  const named = [
    ...Object.values(compact(bind)).map((field) => ({ of: bound, field })),
    ...[...taken, ...Object.keys(set ?? {}), ...single, ...(declared.without ?? [])].map((field) => ({
      of: model,
      field,
    })),
    ...(through ? [{ of: types.entities.get(through.entity), field: through.field }] : []),
  ];
  for (const { of, field } of named)
    if (of && !of.fieldByPath.has(field)) compiler.error({ file, path }, `${of.id} has no field ${field}.`);
}

function reportRule(
  { operation, rule }: DeclaredRoute,
  model: EntityModel | undefined,
  error: (message: string) => void,
): void {
  if (operation !== 'operands' && operation !== 'judge') return;
  if (model?.fieldByPath.get(rule ?? '')?.kind !== 'rule')
    error(`A route of ${operation} names a field of format rule in "rule".`);
}

function compact(record: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
