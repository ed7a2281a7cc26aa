import type { ActionModel, Scope } from '#engine';
import { ApiError, FailedAnswer } from '../data/ApiError.ts';
import { confirmText } from '../data/confirmAll.ts';
import { fillPath } from '../data/fillPath.ts';
import { escapeMarkup } from '../data/markup.ts';
import { tellAnswer } from '../data/outcome.ts';
import { evaluateOn } from '../data/screenScope.ts';
import { finished } from '../data/trail.ts';
import { type Answered, answeredScope, leaves, type Ports } from './actionPorts.ts';

/** Says what was done and goes on; a step that waits for approval stays on the page. */
export async function finish(
  ports: Ports,
  action: ActionModel,
  answered: Answered & { readonly answer: unknown },
): Promise<void> {
  const { answer, root } = answered;
  if (typeof (answer as { Approval?: unknown } | undefined)?.Approval === 'string') {
    const { toasts, say } = ports;
    toasts.show(say('approvals.sent', { action: say(action.label) }), 'info');
    return ports.scope.reload();
  }
  await sayDone(ports, action, answered);
  await goOn(ports, action, answer ?? root);
}

/** Shows a declared alert about the answer in a dialog; otherwise a toast. */
async function sayDone(
  { scope, say, dialogs, toasts }: Ports,
  { alerts, success, label }: ActionModel,
  { answer, ...answered }: Answered & { readonly answer: unknown },
): Promise<void> {
  const asked = answeredScope(scope, answered);
  const values = { ...asked, vars: { ...asked.vars, answer } };
  const alert = alerts.find(({ when }) => evaluateOn(when, values, !when) === true);
  if (alert) return sayAlert({ dialogs, say }, alert, { values, title: say(label) });
  tellAnswer(answer, { toasts, say, success, params: { action: say(label) } });
}

/**
 * Shows a declared alert about an answer that reports failure, if one holds. An alert without a condition is
 * about success.
 */
export async function alertFailedAnswer(
  { scope, say, dialogs }: Ports,
  { alerts, label }: ActionModel,
  { error, ...answered }: Answered & { readonly error: unknown },
): Promise<boolean> {
  if (!(error instanceof FailedAnswer)) return false;
  const asked = answeredScope(scope, answered);
  const values = { ...asked, vars: { ...asked.vars, answer: error.answer } };
  const alert = alerts.find(({ when }) => evaluateOn(when, values, false) === true);
  if (!alert) return false;
  await sayAlert({ dialogs, say }, alert, { values, title: say(label) });
  await scope.reload();
  return true;
}

/** Shows the details of an alert only on request. */
async function sayAlert(
  { dialogs, say }: Pick<Ports, 'dialogs' | 'say'>,
  alert: ActionModel['alerts'][number],
  { values, title }: { readonly values: Scope; readonly title: string },
): Promise<void> {
  const text = confirmText(alert, values, say);
  const reasons = [evaluateOn(alert.reasons, values, [])].flat().map(String);
  if (reasons.length === 0) return dialogs.alert(text, { title, tone: alert.reasons ? 'error' : 'info' });
  const more = { title, yes: say('ui.alert.reasons'), no: say('ui.close') };
  if (await dialogs.confirm(text, more))
    await dialogs.alert(String(escapeMarkup(reasons.join('\n'))), { title, tone: 'error' });
}

async function goOn({ scope, guard, navigate }: Ports, action: ActionModel, root: unknown): Promise<void> {
  if (!leaves(action)) return scope.reload();
  guard?.release();
  await navigate(fillPath(action.then ?? '/', { root, ...scope }), { state: finished });
}

export async function showFailure(
  { dialogs, say, scope, onStays }: Ports,
  action: ActionModel,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'declined') return;
  const title = say(action.failure ?? action.label);
  if (action.failureStays && onStays) onStays(error.message);
  else await dialogs.alert(error.message, { title: error.message === title ? undefined : title });
  await reloadStale({ scope }, error);
}

/** Another person may have changed what the screen shows. */
export async function reloadStale({ scope }: Pick<Ports, 'scope'>, error: unknown): Promise<void> {
  if (error instanceof ApiError && [404, 409, 412].includes(error.status)) await scope.reload();
}
