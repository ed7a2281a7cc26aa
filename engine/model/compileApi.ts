/** Compiles declared paths to routes, each bound to an operation. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import type { EntityModel, Read, RouteModel } from '../types/modelTypes.ts';
import { compileCopy } from './compileCopy.ts';
import { includeWords } from './compileInclude.ts';
import { compileRequires } from './compileRequires.ts';
import { compileSort } from './compiler.ts';
import { compileSheet } from './compileSheet.ts';
import { withLate } from './late.ts';
import { namedFields } from './namedFields.ts';
import { boundEntity, compact, type DeclaredRoute, parametersOf, type RouteContext } from './routeParts.ts';
import type { Source } from './sources.ts';
import { ruleScope, whereScope } from './typeScope.ts';

/** Compiles the routes of one api.json; if late, their details are compiled on first use. */
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
    return isLate ? withLate(head, work) : { ...head, ...work() };
  });
}

/** What identifies a route. */
type RouteHead = Pick<RouteModel, 'method' | 'path' | 'operation' | 'entity' | 'file'>;
type RouteWork = Omit<RouteModel, keyof RouteHead>;

function compileRoute(declared: DeclaredRoute, context: RouteContext): RouteWork {
  const { file, path, entity, types, compiler } = context;
  const [, address = '/'] = declared.route.split(' ');
  const model = types.entities.get(entity);
  const around = { place: { file, path }, types, compiler };
  const set = model && declared.set && compileSet(declared.set, context, model);
  for (const message of [declared.failure, declared.notice?.title])
    if (message) compiler.use(`message:${message}`, { file, path });
  const parameters = parametersOf(address);
  const bound = boundEntity(declared, context, model);
  const read = new Set(Object.values(set ?? {}).flatMap((value) => value.reads.flatMap(parameterRead)));
  const free = parameters.filter((name) => !read.has(name));
  const bind = { ...impliedBindings(free, bound), ...compact(declared.bind) };
  for (const name of Object.keys(compact(declared.bind)))
    if (!parameters.includes(name))
      compiler.error(
        { file, path: `${path}/bind` },
        `The path has no {${name}}. ${parameters.length > 0 ? `It has {${parameters.join('}, {')}}.` : 'It has no parameter at all.'}`,
      );
  return {
    ids: declared.ids ?? parameters.filter((name) => /id$/i.test(name)),
    idParameter:
      namesRecord.has(declared.operation) || declared.answer === 'record'
        ? free.filter((name) => !(name in bind)).at(-1)
        : undefined,
    bind,
    through: declared.through,
    offered: declared.offered,
    where: compileRouteWhere(declared, context),
    ...answerWords(declared),
    sort: compileSort(declared.sort),
    pageSize: declared.pageSize,
    ...rangeOf(declared),
    ...{ transition: declared.transition, automation: declared.automation },
    transitionFrom: declared.transitionFrom?.replace(/^body\./, ''),
    except: declared.except ?? [],
    action: declared.action,
    as: declared.as,
    set,
    body: typeof declared.body === 'object' ? compact(declared.body) : undefined,
    bodyField: typeof declared.body === 'string' ? declared.body : undefined,
    lists: declared.lists ?? [],
    copy: model && declared.copy && compileCopy(declared.copy, around, model),
    rule: declared.rule,
    sheet: model && compileSheet(declared, context, model),
    confirm: model ? compileConfirms(declared, context, model) : [],
    fileName: model && fileNameOf(declared, context, model),
    ...includeWords(declared, around, model),
    requires: compileRequires(declared, around),
    fields: fieldsOf(declared, context, model),
    ...{ leaves: leavesOf(declared, context, model), each: eachOf(declared, context, model) },
    ...answerOf(declared),
    access:
      declared.access === undefined
        ? undefined
        : compiler.access(declared.access, { file, path: `${path}/access` }),
    status: declared.status ?? statusOf(declared),
    failure: declared.failure,
  };
}

function statusOf({ operation, job }: DeclaredRoute): number {
  if (makesRecord.has(operation)) return 201;
  return job || operation === 'button' ? 202 : 200;
}

/** Parts of the answer besides the records, and which texts may be searched. */
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

/** The condition on the records of a route; it may read the query of the call. */
function compileRouteWhere({ where }: DeclaredRoute, { file, path, entity, types, compiler }: RouteContext) {
  if (where === undefined) return undefined;
  const query = { kind: 'object', fields: {}, open: true } as const;
  return compiler.where(where, { file, path: `${path}/where` }, () => whereScope(types, entity, { query }));
}

function answerOf({
  answer,
  list,
  operation,
  media,
  progress,
  each,
}: DeclaredRoute): Pick<RouteModel, 'answer' | 'list' | 'media' | 'progress'> {
  return {
    list,
    media,
    progress: progress === true,
    answer: answer ?? (list || each ? 'page' : defaultAnswer[operation]),
  };
}

/** How much of a list the route returns or accepts, and how it is requested. */
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

/** Values computed from path parameters, the new record and the stored one. */
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
  'button',
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
  button: 'id',
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

/** The body fields a route writes: none if it only sets values, one if the body is a single value. */
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

/** Fields that may be sent along because another call of the same form saves them. */
function leavesOf(
  { leaves, fields, operation }: DeclaredRoute,
  { file, path, compiler }: RouteContext,
  model: EntityModel | undefined,
): readonly string[] | undefined {
  if (!leaves || !model) return undefined;
  const error = (message: string) => compiler.error({ file, path: `${path}/leaves` }, message);
  if (operation !== 'update' || !fields) error('Only an update of some "fields" leaves others.');
  const names = namedFields(leaves, model, error);
  for (const name of names) if (!model.fieldByPath.has(name)) error(`${model.id} has no field ${name}.`);
  return names;
}

/** The reference that a create repeats. */
function eachOf(
  { each, operation }: DeclaredRoute,
  { file, path, compiler }: RouteContext,
  model: EntityModel | undefined,
): string | undefined {
  if (each === undefined || !model) return undefined;
  const error = (message: string) => compiler.error({ file, path: `${path}/each` }, message);
  if (operation !== 'create') error('Only a create is done for each item of a list.');
  const field = model.fieldByPath.get(each);
  if (!field?.ref) error(`${model.id} has no reference ${each}.`);
  return each;
}

function parameterRead({ from, path }: Read): readonly string[] {
  return from === 'params' && path[0] !== undefined ? [path[0]] : [];
}

/** `{ProductId}` implicitly sets or filters the field of that name; `{id}` names the record. */
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
