import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { ActionModel, ConfirmModel, DataRecord, Model, Scope, SummaryBlock } from '#engine';
import { ApiError, FailedAnswer } from '../data/ApiError.ts';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { confirmAll, confirmText } from '../data/confirmAll.ts';
import type { Api } from '../data/createApi.ts';
import {
  type AskOptions,
  type Dialogs,
  type Missing,
  type Toasts,
  useDialogs,
  useToast,
} from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { type Guard, useGuardState } from '../data/guard.ts';
import { escapeMarkup } from '../data/markup.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { openBlob } from '../data/openBlob.ts';
import { tellAnswer } from '../data/outcome.ts';
import { formOfFile, pickFile } from '../data/pickFile.ts';
import { saveBlob } from '../data/saveBlob.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { writeText } from '../data/useText.ts';
import { linkOf } from './linkOf.ts';
import { checksShown, summaryValues } from './useSummaryLists.ts';

/** Runs an action, on a row or record if given. Resolves to true when it was done. */
type RunAction = (action: ActionModel, root?: unknown) => Promise<boolean>;

type Ports = {
  readonly api: Api;
  readonly dialogs: Dialogs;
  readonly toasts: Toasts;
  readonly navigate: NavigateFunction;
  readonly guard: Guard | undefined;
  readonly say: Say;
  readonly scope: ScreenScope;
  readonly onStays?: StaysOf;
} & CheckPorts;

/** Shows why an action failed until it is dismissed; `undefined` clears it. */
type StaysOf = (text: string | undefined) => void;

/** Provided by views that can show a lasting failure, such as a list above its rows. */
export const StayingFailure = createContext<StaysOf | undefined>(undefined);

/** Runs a declared link or call: asks questions, calls the server, reports the result, then navigates. */
export function useRunAction(scope: ScreenScope): RunAction {
  const onStays = useContext(StayingFailure);
  const api = useApi();
  const dialogs = useDialogs();
  const toasts = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const say = useMessage();
  const ports = useCheckPorts();
  const running = useRef(new Set<ActionModel>());
  return useCallback(
    async (action, root) => {
      // Ignore a second press during a call: row buttons and menu items never look busy.
      if (running.current.has(action)) return false;
      running.current.add(action);
      try {
        const shared = { api, dialogs, toasts, navigate, guard, say, scope, ...ports };
        return await run({ ...shared, ...(onStays && { onStays }) }, action, root);
      } finally {
        running.current.delete(action);
      }
    },
    [api, dialogs, toasts, navigate, guard, say, scope, ports, onStays],
  );
}

type CheckPorts = {
  readonly model: Model;
  readonly client: QueryClient;
  readonly features: readonly string[];
};

function useCheckPorts(): CheckPorts {
  const [model, client, { Features: features }] = [useModel(), useQueryClient(), useUser()];
  return useMemo(() => ({ model, client, features }), [model, client, features]);
}

async function run(ports: Ports, action: ActionModel, root: unknown): Promise<boolean> {
  if (action.kind === 'link') {
    await ports.navigate(linkOf(action, ports.scope, root));
    return true;
  }
  if (!(await mayLeave(ports, action))) return false;
  if (action.step) return runStep(ports, action, root);
  const upload = action.upload && (await pickFile(action.upload.accept));
  if (action.upload && !upload) return false;
  for (let given: DataRecord | undefined; ; ) {
    const ask = await answersTo(ports, action, { root, given });
    if (!ask || !(await isConfirmed(ports, action, { root, ask }))) return false;
    ports.onStays?.(undefined);
    try {
      if (action.file) return await showFile(ports, action, { root, ask });
      const answer = await call(ports, action, { root, ask, upload });
      await finish(ports, action, { root, ask, answer });
      return true;
    } catch (error) {
      if (!(await alertFailedAnswer(ports, action, { root, ask, error })))
        await showFailure(ports, action, error);
      if (!isAskedAgain(action, error)) return false;
      given = ask;
    }
  }
}

/** A step that asks for values: its dialog stays open until the server takes them. */
async function runStep(ports: Ports, action: ActionModel, root: unknown): Promise<boolean> {
  const { say, dialogs } = ports;
  const { step } = action;
  if (!step) return false;
  let answer: unknown;
  const isDone = await dialogs.step({
    title: say(action.label),
    step,
    record: await stepRecord(ports, step, root),
    yes: say(action.label),
    tone: action.tone === 'danger' ? 'danger' : 'neutral',
    send: async (answers) => {
      const ask = {};
      if (!(await isConfirmed(ports, action, { root, ask }))) return false;
      const { path, body } = callOf(ports, action, { root, ask });
      const sent = { ...(body as DataRecord | undefined), ...answers };
      answer = await ports.api.send(
        action.method ?? 'PUT',
        path,
        sent,
        action.asked ? { asked: [action.asked] } : {},
      );
      return true;
    },
  });
  if (!isDone) return false;
  await finish(ports, action, { root, ask: {}, answer });
  return true;
}

/** Says what was done and goes on; a step that waits for approval stays on the page. */
async function finish(
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

/** A row may hold only what its list shows, so the record is read again. */
async function stepRecord(
  { scope, model, api }: Ports,
  { entity, record }: NonNullable<ActionModel['step']>,
  root: unknown,
): Promise<DataRecord> {
  const own = (record === undefined ? root : scope.data[record]) as DataRecord;
  if (record !== undefined) return own;
  const route = model.routes.find(
    (one) =>
      one.operation === 'get' &&
      one.entity === entity &&
      one.idParameter &&
      !one.any &&
      !one.list &&
      !one.fields,
  );
  if (!route) return own;
  return api.get<DataRecord>(route.path.replace(`{${route.idParameter}}`, String(own.Id)));
}

/** After a failed call the questions reopen with the answers kept, to be corrected and sent again. */
function isAskedAgain({ ask, failureStays }: ActionModel, error: unknown): boolean {
  if (!ask || ask.fields.length === 0 || failureStays || !(error instanceof ApiError)) return false;
  return error.code !== 'declined' && ![403, 404].includes(error.status);
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
async function alertFailedAnswer(
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

/** Downloads a file. Nothing changes on the server, so the screen is not reloaded. */
async function showFile(ports: Ports, action: ActionModel, answered: Answered): Promise<boolean> {
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
  return true;
}

function fileReady({ say }: Ports, { label }: ActionModel) {
  return { title: say(label), yes: say('ui.file.open'), no: say('ui.cancel') };
}

/** Asks before an action that leaves the page discards unsaved work. */
async function mayLeave({ guard, dialogs, say }: Ports, action: ActionModel): Promise<boolean> {
  if (!leaves(action) || !guard?.isDirty()) return true;
  return dialogs.confirm(say('ui.unsaved.action', { action: say(action.label) }), {
    title: say('ui.unsaved.title'),
    yes: say('ui.unsaved.leave'),
    no: say('ui.unsaved.stay'),
    tone: 'danger',
  });
}

function leaves(action: ActionModel): boolean {
  return action.then !== undefined && action.then !== 'reload';
}

/** The answers to the questions of an action: `{}` if it asks none, `undefined` on cancel. */
async function answersTo(
  { scope, say, dialogs }: Ports,
  { ask, label, tone }: ActionModel,
  { root, given }: { readonly root: unknown; readonly given: DataRecord | undefined },
): Promise<DataRecord | undefined> {
  if (!ask) return {};
  const values = expressionScope(scope, root);
  const initial = ask.fields.map(({ name, kind, initial }) => [
    name,
    // A secret must be typed again.
    given && kind !== 'secret' ? given[name] : evaluateOn(initial, values, undefined),
  ]);
  return dialogs.ask({
    title: say(ask.title),
    text: ask.text && writeText(ask.text, values, say),
    fields: ask.fields.map((field) => onThisPage(field, scope)),
    initial: Object.fromEntries(initial),
    isGiven: given !== undefined,
    holds: ({ check }, answers) =>
      evaluateOn(check, answeredScope(scope, { root, ask: answers }), !check) === true,
    yes: say(label),
    tone: tone === 'danger' ? 'danger' : 'neutral',
  });
}

/** Fills route parameters into the path of the choices; the dialog fills the other placeholders. */
function onThisPage(field: AskOptions['fields'][number], { route }: ScreenScope) {
  const optionsFrom = field.optionsFrom?.replace(/\{route\.\w+\}/g, (part) => fillPath(part, { route }));
  return { ...field, ...(optionsFrom === undefined ? {} : { optionsFrom }) };
}

type Answered = {
  readonly root: unknown;
  readonly ask: DataRecord;
  readonly upload?: File;
  readonly earlier?: unknown;
};

function answeredScope(scope: ScreenScope, { root, ask, earlier }: Answered): Scope {
  const values = expressionScope(scope, root);
  return { ...values, vars: { ...values.vars, ask, earlier } };
}

function isConfirmed(ports: Ports, action: ActionModel, answered: Answered): Promise<boolean> {
  const { scope, say, dialogs } = ports;
  const label = say(action.label);
  return confirmAll(action.confirm, {
    dialogs,
    say,
    values: answeredScope(scope, answered),
    title: label,
    yes: label,
    tone: action.tone === 'danger' ? 'danger' : 'neutral',
    missing: (checks) => missingOf(ports, checks),
  });
}

/** The failed checks of a summary, each with a link to where it is fixed. */
async function missingOf(
  { model, scope, say, navigate, ...ports }: Ports,
  { screen, block }: NonNullable<ConfirmModel['checks']>,
): Promise<readonly Missing[]> {
  const summary = model.screens
    .get(screen)
    ?.blocks.find((one): one is SummaryBlock => one.kind === 'summary' && one.id === block);
  if (!summary) return [];
  const values = await summaryValues(summary, scope, { model, ...ports });
  return checksShown(summary, values, ports.features)
    .filter(({ holds }) => evaluateOn(holds, values, false) !== true)
    .map(({ label, to }) => ({
      label: say(label),
      go: to === undefined ? undefined : () => go(navigate, to, scope),
    }));
}

/** Goes to a section (`#plans`) without a history entry, or to another screen. */
function go(navigate: NavigateFunction, to: string, scope: ScreenScope): void {
  if (to.startsWith('#')) void navigate({ hash: to }, { replace: true });
  else void navigate(fillPath(to, scope));
}

async function call(ports: Ports, action: ActionModel, answered: Answered): Promise<unknown> {
  const { path, body } = callOf(ports, action, {
    ...answered,
    earlier: await callBefore(ports, action, answered),
  });
  return ports.api.send(action.method ?? 'POST', path, body, action.asked ? { asked: [action.asked] } : {});
}

/** Makes the preceding call, if declared. Its answer is used only in the body of the main call. */
async function callBefore(
  { scope, api }: Ports,
  { before }: ActionModel,
  answered: Answered,
): Promise<unknown> {
  if (!before) return undefined;
  const body = before.body && evaluateOn(before.body, answeredScope(scope, answered), undefined);
  return api.send(before.method, fillPath(before.route, { ...answered, ...scope }), body);
}

function callOf({ scope }: Ports, action: ActionModel, answered: Answered) {
  const body = action.body && evaluateOn(action.body, answeredScope(scope, answered), undefined);
  const { upload, earlier: _, ...filled } = answered;
  return {
    path: fillPath(action.route ?? '', { ...filled, ...scope }),
    body: upload ? formOfFile(upload) : body,
  };
}

async function goOn({ scope, guard, navigate }: Ports, action: ActionModel, root: unknown): Promise<void> {
  if (!leaves(action)) return scope.reload();
  guard?.release();
  await navigate(fillPath(action.then ?? '/', { root, ...scope }));
}

async function showFailure(
  { dialogs, say, scope, onStays }: Ports,
  action: ActionModel,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'declined') return;
  const title = say(action.failure ?? action.label);
  if (action.failureStays && onStays) onStays(error.message);
  else await dialogs.alert(error.message, { title: error.message === title ? undefined : title });
  // Another person may have changed what the screen shows.
  if ([404, 409, 412].includes(error.status)) await scope.reload();
}
