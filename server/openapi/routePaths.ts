/** The declared routes as OpenAPI operations. */
import {
  type Access,
  accessOfRoute,
  formatMessage,
  type Model,
  type OperationName,
  parametersOf,
  type RouteModel,
} from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { Asks } from '../http/Asks.ts';
import { all, type Schema, id as uuid } from '../http/fieldSchemas.ts';
import type { Takes } from '../http/Takes.ts';
import { errorAnswers } from './errorAnswers.ts';
import { requestBody } from './requestBody.ts';
import { answerOf, answerStatus, headersOf } from './routeAnswers.ts';

export type PathItem = { readonly path: string; readonly method: string; readonly operation: Schema };

type Described = {
  readonly model: Model;
  readonly taken: Taken;
  readonly asked: Asked;
  readonly extensions: Registry;
};

/** One item per spelling of each route. */
export function routePaths(of: Described): readonly PathItem[] {
  return of.model.routes.flatMap((route) =>
    spellings(route.path).map((path) => ({
      path: `/api${path}`,
      method: route.method.toLowerCase(),
      operation: operationOf(of, route, path),
    })),
  );
}

/** Accepted bodies by method and path. */
export type Taken = ReadonlyMap<string, Takes | undefined>;

/** What the door lets an address ask, by method and path. */
export type Asked = ReadonlyMap<string, Asks | undefined>;

export const askedParameters = (asks: Asks = []): readonly Schema[] =>
  asks.map(({ name, schema, description, explode }) => ({
    ...{ name, in: 'query', schema, description },
    ...(explode === undefined ? {} : { style: 'form', explode }),
  }));

function operationOf(
  { model, taken, asked, extensions }: Described,
  route: RouteModel,
  path: string,
): Schema {
  const access = accessOfRoute(model, route);
  return {
    operationId: `${route.method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    tags: [route.entity],
    summary: summaryOf(model, route),
    ...securityOf(access),
    parameters: [
      ...pathParameters(route, path),
      ...askedParameters(asked.get(`${route.method} ${route.path}`)),
      ...callHeaders(route),
    ],
    ...(route.method === 'GET' ? {} : requestBody(taken.get(`${route.method} ${route.path}`))),
    responses: {
      [String(answerStatus(route))]: { ...answerOf(model, route, extensions), ...headersOf(route) },
      ...waitingAnswer(model, route),
      ...errorAnswers({ isWrite: route.method !== 'GET', hasIds: route.ids.length > 0 }),
    },
  };
}

/** Of transitions that may wait for approval. */
function waitingAnswer(model: Model, { operation, entity, transition, except }: RouteModel): Schema {
  const steps = model.entities.get(entity)?.workflow?.transitions ?? [];
  const own = steps.filter(({ id }) => (transition ? id === transition : !except.includes(id)));
  if (operation !== 'transition' || !own.some(({ approval }) => approval)) return {};
  const schema = all({ Id: uuid, Approval: uuid });
  return {
    202: {
      description: 'Not done yet: it waits for the approval with this id.',
      content: { 'application/json': { schema } },
    },
  };
}

const verbs = {
  find: 'List',
  get: 'Read',
  create: 'Create',
  update: 'Change',
  remove: 'Remove',
  order: 'Put in order',
  copy: 'Copy, with everything it owns',
  transition: 'Change the state of',
  button: 'Press a button of',
  action: 'Act on',
  lookup: 'List the values of',
  operands: 'List what the rules may refer to:',
  uses: 'List the rules that refer to',
  judge: 'Try the rule of',
  download: 'Take out as a spreadsheet',
  upload: 'Bring in from a spreadsheet',
  texts: 'List the texts in both languages of',
  setTexts: 'Change texts in both languages of',
  exportTexts: 'Take out the texts in both languages of',
  importTexts: 'Bring in texts in both languages of',
  history: 'List the changes of',
  removable: 'Ask about removing',
} satisfies Record<OperationName, string>;

function summaryOf(model: Model, route: RouteModel): string {
  const entity = model.entities.get(route.entity);
  const name = entity ? formatMessage(model, 'en-CA', entity.title) : route.entity;
  return `${verbs[route.operation]}: ${name}${nameIn(route)}`;
}

const nameIn = ({ transition, automation }: RouteModel): string =>
  (transition ?? automation) ? ` (${transition ?? automation})` : '';

/** Who may call, in words and machine-readable. */
function securityOf(access: Access): Schema {
  if (access.kind === 'public') return { security: [] };
  if (access.kind === 'login') return { description: 'Needs a login.' };
  const features = access.anyOf.join(' or ');
  return {
    description: features ? `Needs the feature ${features}.` : 'Nobody may call this.',
    'x-features': access.anyOf,
  };
}

function pathParameters(route: RouteModel, path: string): readonly Schema[] {
  return parametersOf(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: route.ids.includes(name) ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }));
}

function callHeaders(route: RouteModel): readonly Schema[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description,
  });
  const ifMatch = header('If-Match', 'The revision that was read, such as "3".');
  const confirm = header('X-Confirm', 'Tokens of a 428 answer, comma-separated.');
  const byOperation: Partial<Record<OperationName, readonly Schema[]>> = {
    create: [confirm],
    copy: [confirm],
    update: [ifMatch, confirm],
    remove: [ifMatch],
    transition: [ifMatch, confirm],
    action: [confirm],
  };
  const progress = header('X-Show-Progress', 'true: a person is shown that the answer is awaited.');
  return [...(byOperation[route.operation] ?? []), ...(route.progress ? [progress] : [])];
}

/** An optional last parameter yields two paths. */
function spellings(path: string): readonly string[] {
  const clean = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  const optional = /^(.*)\/\{([^}]+)\?\}$/.exec(clean);
  return optional ? [optional[1] as string, `${optional[1]}/{${optional[2]}}`] : [clean];
}
