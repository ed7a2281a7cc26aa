/** Routes of the model → endpoints: parse, operation, respond. */
import type { Access, Model, OperationName, RouteModel } from '#engine';
import type { Endpoint } from '../http/Endpoint.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { actionHandler } from './actionHandler.ts';
import { copyHandler } from './copyHandler.ts';
import { createHandler } from './createHandler.ts';
import { downloadHandler } from './downloadHandler.ts';
import { findHandler } from './findHandler.ts';
import { getHandler } from './getHandler.ts';
import type { MakeHandler } from './Handler.ts';
import { judgeHandler } from './judgeHandler.ts';
import { lookupHandler } from './lookupHandler.ts';
import { operandsHandler } from './operandsHandler.ts';
import { orderHandler } from './orderHandler.ts';
import { removeHandler } from './removeHandler.ts';
import { exportTextsHandler, importTextsHandler, setTextsHandler, textsHandler } from './textHandlers.ts';
import { transitionHandler } from './transitionHandler.ts';
import { updateHandler } from './updateHandler.ts';
import { uploadHandler } from './uploadHandler.ts';
import { usesHandler } from './usesHandler.ts';

const handlers = {
  find: findHandler,
  get: getHandler,
  create: createHandler,
  update: updateHandler,
  remove: removeHandler,
  order: orderHandler,
  copy: copyHandler,
  transition: transitionHandler,
  action: actionHandler,
  lookup: lookupHandler,
  operands: operandsHandler,
  uses: usesHandler,
  judge: judgeHandler,
  download: downloadHandler,
  upload: uploadHandler,
  texts: textsHandler,
  setTexts: setTextsHandler,
  exportTexts: exportTextsHandler,
  importTexts: importTextsHandler,
} satisfies Record<OperationName, MakeHandler>;

/** An endpoint for every declared route; everything that can be decided ahead is decided here. */
export function recordEndpoints(runtime: Runtime): readonly Endpoint[] {
  return runtime.model.routes.map((route) => ({
    method: route.method,
    path: route.path,
    ids: route.ids,
    access: accessOf(runtime.model, route),
    failure: route.failure,
    handle: handlers[route.operation](route, runtime),
  }));
}

/** Who may call a route: what it says itself, else what the entity says of the operation. */
export function accessOf(model: Model, route: RouteModel): Access {
  if (route.access) return route.access;
  const entity = model.entities.get(route.entity);
  return entity ? accessByOperation[route.operation](entity, route) : { kind: 'login' };
}

type Entity = NonNullable<ReturnType<Model['entities']['get']>>;

const accessByOperation = {
  find: (entity) => entity.policy.view,
  get: (entity) => entity.policy.view,
  create: (entity) => entity.policy.create,
  update: (entity) => entity.policy.update,
  remove: (entity) => entity.policy.remove,
  order: (entity) => entity.policy.update,
  copy: (entity) => entity.policy.create,
  transition: (entity, route) => transitionAccess(entity, route),
  action: (entity) => entity.policy.update,
  lookup: () => ({ kind: 'login' }),
  operands: (entity) => entity.policy.view,
  uses: (entity) => entity.policy.view,
  judge: (entity) => entity.policy.view,
  download: (entity) => entity.policy.view,
  upload: (entity) => entity.policy.create,
  texts: (entity) => entity.policy.view,
  setTexts: (entity) => entity.policy.update,
  exportTexts: (entity) => entity.policy.view,
  importTexts: (entity) => entity.policy.update,
} satisfies Record<OperationName, (entity: Entity, route: RouteModel) => Access>;

/** A route that leads to several states asks for any of their features first; the operation asks for the right one. */
function transitionAccess(entity: Entity, route: RouteModel): Access {
  const all = entity.workflow?.transitions ?? [];
  const possible = route.transition
    ? all.filter((transition) => transition.id === route.transition)
    : all.filter((transition) => !route.except.includes(transition.id));
  if (possible.length === 0 || possible.some(({ access }) => access.kind !== 'feature'))
    return { kind: 'login' };
  return { kind: 'feature', anyOf: [...new Set(possible.flatMap(({ access }) => anyOf(access)))] };
}

const anyOf = (access: Access): readonly string[] => (access.kind === 'feature' ? access.anyOf : []);
