/** Findings about a declared route: unknown names, and members that belong to other operations. */

import type { EntityModel } from '../types/modelTypes.ts';
import { boundEntity, compact, type DeclaredRoute, parametersOf, type RouteContext } from './routeParts.ts';

const lists = new Set<string>(['find', 'lookup']);
const startsWork = new Set<string>(['action', 'copy', 'upload']);
/** The path names the lookup. */
const isParameter = (name: string): boolean => /^\{\w+\}$/.test(name);

/** Reports unknown names in a route and what does not fit its operation. */
export function reportRoute(
  declared: DeclaredRoute,
  context: RouteContext,
  model: EntityModel | undefined,
): void {
  const { file, path, entity, types, compiler } = context;
  const place = { file, path };
  const isLookup = declared.operation === 'lookup';
  if (isLookup && !types.lookups.has(entity) && !isParameter(entity))
    compiler.error(place, `There is no lookup ${entity}. Add schemas/lookups/${entity}.json.`);
  if (!isLookup && !model)
    compiler.error(place, `There is no entity ${entity}. Add it to schemas/, or correct the name.`);
  if (declared.through && !types.entities.has(declared.through.entity))
    compiler.error(place, `There is no entity ${declared.through.entity}.`);
  const transitions = model?.workflow?.transitions.map((transition) => transition.id) ?? [];
  if (declared.transition && !transitions.includes(declared.transition))
    compiler.error(
      place,
      `${entity} has no transition ${declared.transition}. Known: ${transitions.join(', ') || 'none'}.`,
    );
  if ((declared.operation === 'button') !== (declared.automation !== undefined))
    compiler.error(place, 'A route of the operation button, and no other, names its "automation".');
  else if (
    declared.automation !== undefined &&
    !model?.automations.some(({ id, when }) => id === declared.automation && when.on === 'button')
  )
    compiler.error(place, `No automation ${declared.automation} of ${entity} waits for a button.`);
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
  reportOffered(declared, context, (message) => compiler.error(place, message));
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

/** Members for one operation only, and unknown names. */
function reportParts(
  { operation, upload, job, requests, notice, confirm, any, flag, items, where }: DeclaredRoute,
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
  if (where !== undefined && operation !== 'find' && operation !== 'get')
    problems.push('"where" belongs to a find or a get: it says what they show.');
  if (requests && operation !== 'find') problems.push('"requests" belongs to the operation find.');
  for (const [nested, field] of [
    [requests?.with, (id: string, by: string) => types.entities.get(id)?.fieldByPath.get(by)],
    [requests?.within, (_id: string, by: string) => model?.fieldByPath.get(by)],
  ] as const)
    if (nested && (!types.entities.has(nested.entity) || !field(nested.entity, nested.by)))
      problems.push(`"requests" names ${nested.entity} by ${nested.by}, which is not there.`);
  return problems;
}

/** Fields named by a route that its entity does not have. */
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

/** The options of the reference determine what is offered. */
function reportOffered(
  { operation, offered, through, any }: DeclaredRoute,
  { entity, types }: RouteContext,
  error: (message: string) => void,
): void {
  if (!offered) return;
  if (operation !== 'find' || through || any)
    error('"offered" belongs to a find of one entity, without "through".');
  const field = types.entities.get(offered.entity)?.fieldByPath.get(offered.field);
  if (field?.ref?.entity !== entity)
    error(`"offered" names a reference to ${entity}, and ${offered.entity}.${offered.field} is none.`);
}

/** The list that a get answers, or that is the whole body of an update. */
function listOf({ list, body }: DeclaredRoute): string | undefined {
  return list ?? (typeof body === 'string' ? body : undefined);
}
