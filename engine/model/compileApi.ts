/** Declared paths → routes, each bound to an operation. */
import type { ApiDeclaration } from '../declaration/types.generated.ts';
import { compileCopy } from './compileCopy.ts';
import { compileInclude } from './compileInclude.ts';
import { type Compiler, compileSort } from './compiler.ts';
import type { Source } from './sources.ts';
import { ruleScope, type TypeSources, whereScope } from './typeScope.ts';
import type { EntityModel, RouteModel } from './types.ts';

type DeclaredRoute = ApiDeclaration['routes'][number];

/** Compiles the routes of one api.json. */
export function compileApi(
  source: Source<ApiDeclaration>,
  types: TypeSources,
  compiler: Compiler,
): readonly RouteModel[] {
  return source.json.routes.map((declared, index) =>
    compileRoute(declared, {
      file: source.file,
      path: `/routes/${index}`,
      entity: declared.entity ?? source.json.for,
      types,
      compiler,
    }),
  );
}

type RouteContext = {
  readonly file: string;
  readonly path: string;
  readonly entity: string;
  readonly types: TypeSources;
  readonly compiler: Compiler;
};

function compileRoute(declared: DeclaredRoute, context: RouteContext): RouteModel {
  const { file, path, entity, types, compiler } = context;
  const [method = 'GET', address = '/'] = declared.route.split(' ');
  const model = types.entities.get(entity);
  reportUnknown(declared, context, model);
  if (declared.failure) compiler.use(`message:${declared.failure}`, { file, path });
  const parameters = parametersOf(address);
  const bound = boundEntity(declared, context, model);
  const bind = { ...impliedBindings(parameters, bound), ...compact(declared.bind) };
  const open = { kind: 'object', fields: {}, open: true } as const;
  const where =
    declared.where === undefined
      ? undefined
      : compiler.where(declared.where, { file, path: `${path}/where` }, () =>
          whereScope(types, entity, { query: open }),
        );
  return {
    method: method as RouteModel['method'],
    path: address,
    ids: declared.ids ?? parameters.filter((name) => /id$/i.test(name)),
    operation: declared.operation,
    entity,
    idParameter:
      namesRecord.has(declared.operation) || declared.answer === 'record'
        ? parameters.filter((name) => !(name in bind)).at(-1)
        : undefined,
    bind,
    through: declared.through,
    where,
    sort: compileSort(declared.sort),
    rows: declared.rows === true,
    transition: declared.transition,
    transitionFrom: declared.transitionFrom?.replace(/^body\./, ''),
    except: declared.except ?? [],
    action: declared.action,
    as: declared.as,
    copy:
      model && declared.copy && compileCopy(declared.copy, { place: { file, path }, types, compiler }, model),
    body: declared.body && compact(declared.body),
    set: model && declared.set && compileSet(declared.set, context, model),
    rule: declared.rule,
    include: compileInclude(declared, { place: { file, path }, types, compiler }, model),
    fields: declared.fields,
    answer: declared.answer ?? defaultAnswer[declared.operation],
    media: declared.media,
    access:
      declared.access === undefined
        ? undefined
        : compiler.access(declared.access, { file, path: `${path}/access` }),
    status: declared.status ?? (makesRecord.has(declared.operation) ? 201 : 200),
    failure: declared.failure,
    file,
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

function compileSet(
  declared: NonNullable<DeclaredRoute['set']>,
  { file, path, types, compiler }: RouteContext,
  model: EntityModel,
): RouteModel['set'] {
  const scope = () => ruleScope(types, model);
  return Object.fromEntries(
    Object.entries(declared).map(([field, text]) => [
      field,
      compiler.expression(String(text), { file, path: `${path}/set/${field}` }, scope),
    ]),
  );
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
  action: 'record',
  lookup: 'page',
  operands: 'page',
  uses: 'page',
  judge: 'record',
} satisfies Record<RouteModel['operation'], RouteModel['answer']>;

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

function reportUnknown(declared: DeclaredRoute, context: RouteContext, model: EntityModel | undefined): void {
  const { file, path, entity, types, compiler } = context;
  const place = { file, path };
  const isLookup = declared.operation === 'lookup';
  if (isLookup && !types.lookups.has(entity))
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
  if ((declared.answer === 'file') !== (declared.media !== undefined))
    compiler.error(
      place,
      'A route that answers a file says in "media" which kind, such as "application/pdf".',
    );
  reportRule(declared, model, (message) => compiler.error(place, message));
  reportFields(declared, context, model);
}

/** Fields that a route names but their entity does not have. */
function reportFields(declared: DeclaredRoute, context: RouteContext, model: EntityModel | undefined): void {
  const { file, path, types, compiler } = context;
  const { bind, body, set, fields = [], through } = declared;
  const bound = boundEntity(declared, context, model);
  const named = [
    ...Object.values(compact(bind)).map((field) => ({ of: bound, field })),
    ...[...Object.values(compact(body)), ...Object.keys(set ?? {}), ...fields].map((field) => ({
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
