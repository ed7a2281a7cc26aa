import type { ActionModel } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import type { Intent } from '../data/intents.ts';
import { openBlob } from '../data/openBlob.ts';
import { saveBlob } from '../data/saveBlob.ts';
import { evaluateOn } from '../data/screenScope.ts';
import { finish } from './actionOutcome.ts';
import { type Answered, answeredScope, callOf, type Ports } from './actionPorts.ts';

export type Intents = { readonly before: Intent; readonly main: Intent };

export const newIntents = (): Intents => ({ before: {}, main: {} });

type Carrying = Answered & { readonly intents: Intents };

export async function carryOut(ports: Ports, action: ActionModel, carrying: Carrying): Promise<void> {
  const finish = await carried(ports, action, carrying);
  await finish();
}

/** Makes the calls of the action; what follows once they have succeeded. */
export async function carried(
  ports: Ports,
  action: ActionModel,
  carrying: Carrying,
): Promise<() => Promise<void>> {
  if (action.file) {
    await showFile(ports, action, carrying);
    return async () => {};
  }
  const answer = await call(ports, action, carrying);
  return () => finish(ports, action, { ...carrying, answer });
}

/** Downloads a file. Nothing changes on the server, so the screen is not reloaded. */
async function showFile(ports: Ports, action: ActionModel, answered: Answered): Promise<void> {
  const { method = 'GET' } = action;
  const { path, body } = callOf(ports, action, answered);
  const content = await ports.api.download(path, { method, body });
  if (action.file === 'save')
    saveBlob(content, content instanceof File ? content.name : ports.say(action.label));
  // A popup blocker may refuse the window; a button pressed by hand may open it.
  else if (
    !openBlob(content) &&
    (await ports.dialogs.confirm(ports.say('ui.file.ready'), fileReady(ports, action)))
  )
    openBlob(content);
}

function fileReady({ say }: Ports, { label }: ActionModel) {
  return { title: say(label), yes: say('ui.file.open'), no: say('ui.cancel') };
}

async function call(ports: Ports, action: ActionModel, { intents, ...answered }: Carrying): Promise<unknown> {
  const { path, body } = callOf(ports, action, {
    ...answered,
    earlier: await callBefore(ports, action, answered, intents.before),
  });
  return ports.api.send(action.method ?? 'POST', path, body, {
    intent: intents.main,
    ...(action.asked && { asked: [action.asked] }),
  });
}

/** Makes the preceding call, if declared. Its answer is used only in the body of the main call. */
async function callBefore(
  { scope, api }: Ports,
  { before }: ActionModel,
  answered: Answered,
  intent: Intent,
): Promise<unknown> {
  if (!before) return undefined;
  const body = before.body && evaluateOn(before.body, answeredScope(scope, answered), undefined);
  return api.send(before.method, fillPath(before.route, { ...answered, ...scope }), body, { intent });
}
