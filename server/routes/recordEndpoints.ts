/** Routes of the model → endpoints: parse, operation, respond. */
import { accessOfRoute, type OperationName } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { nothing } from '../http/Takes.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { actionHandler } from './actionHandler.ts';
import { anyHandler } from './anyHandler.ts';
import { buttonHandler } from './buttonHandler.ts';
import { copyHandler } from './copyHandler.ts';
import { createHandler } from './createHandler.ts';
import { downloadHandler } from './downloadHandler.ts';
import { findHandler } from './findHandler.ts';
import { getHandler } from './getHandler.ts';
import { type MakeHandler, servedBy } from './Handler.ts';
import { historyHandler } from './historyHandler.ts';
import { judgeHandler } from './judgeHandler.ts';
import { lookupHandler } from './lookupHandler.ts';
import { operandsHandler } from './operandsHandler.ts';
import { orderHandler } from './orderHandler.ts';
import { refuseClosed } from './refuseClosed.ts';
import { removableHandler } from './removableHandler.ts';
import { removeHandler } from './removeHandler.ts';
import { routeAsks } from './routeAsks.ts';
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
  button: buttonHandler,
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
  history: historyHandler,
  removable: removableHandler,
} satisfies Record<Exclude<OperationName, 'action'>, MakeHandler>;

const writing: ReadonlySet<OperationName> = new Set([
  ...(['create', 'update', 'remove', 'order', 'copy'] as const),
  ...(['transition', 'button', 'action', 'upload', 'setTexts', 'importTexts'] as const),
]);

/** One endpoint per declared route; everything not specific to a call is decided here. */
export function recordEndpoints(runtime: RuntimeOfAll, extensions: Registry): readonly Endpoint[] {
  const makers: Record<OperationName, MakeHandler> = { ...handlers, action: actionHandler(extensions) };
  return runtime.model.routes.map((route) => {
    const make = makers[route.operation];
    const { takes = nothing, handle } = servedBy(
      route.any ? anyHandler(route, runtime, make) : make(route, runtime),
    );
    return {
      method: route.method,
      path: route.path,
      ids: route.ids,
      access: accessOfRoute(runtime.model, route),
      about: route.entity,
      asks: routeAsks(runtime.model, route, extensions),
      failure: route.failure,
      isReplayable: writing.has(route.operation),
      opens: refuseClosed(route),
      takes,
      handle,
    };
  });
}
