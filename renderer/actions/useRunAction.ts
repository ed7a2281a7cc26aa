import { useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useMemo, useRef } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import type { ActionModel, ConfirmModel, DataRecord, SummaryBlock } from '#engine';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { confirmAll } from '../data/confirmAll.ts';
import { InlineAsksContext, type Missing, useDialogs, useToast } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useGuardState } from '../data/guard.ts';
import { useMessage } from '../data/messages.tsx';
import { pickFile } from '../data/pickFile.ts';
import { evaluateOn, type ScreenScope } from '../data/screenScope.ts';
import { carried, carryOut, newIntents } from './actionCalls.ts';
import { alertFailedAnswer, finish, reloadStale, showFailure } from './actionOutcome.ts';
import {
  type Answered,
  answeredScope,
  type CheckPorts,
  callOf,
  leaves,
  type Ports,
  type StaysOf,
} from './actionPorts.ts';
import { questionAt, questionsOf } from './actionQuestions.ts';
import { linkOf } from './linkOf.ts';
import { checksShown, summaryValues } from './useSummaryLists.ts';

/**
 * Runs an action, on a row or record if given. Resolves to true when it was done. `onCall`: everything is
 * asked, and the server is called; windows show themselves that they wait.
 */
type RunAction = (action: ActionModel, root?: unknown, onCall?: () => void) => Promise<boolean>;

/** Provided by views that can show a lasting failure, such as a list above its rows. */
export const StayingFailure = createContext<StaysOf | undefined>(undefined);

/** Runs a declared link or call: asks questions, calls the server, reports the result, then navigates. */
export function useRunAction(scope: ScreenScope): RunAction {
  const onStays = useContext(StayingFailure);
  const askInline = useContext(InlineAsksContext)?.ask;
  const api = useApi();
  const dialogs = useDialogs();
  const toasts = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const say = useMessage();
  const ports = useCheckPorts();
  const running = useRef(new Set<ActionModel>());
  return useCallback(
    async (action, root, onCall) => {
      // Ignore a second press during a call: row buttons and menu items never look busy.
      if (running.current.has(action)) return false;
      running.current.add(action);
      try {
        const shared = { api, dialogs, toasts, navigate, guard, say, scope, ...ports };
        const given = {
          ...(onStays && { onStays }),
          ...(onCall && { onCall }),
          ...(askInline && { askInline }),
        };
        return await run({ ...shared, ...given }, action, root);
      } finally {
        running.current.delete(action);
      }
    },
    [api, dialogs, toasts, navigate, guard, say, scope, ports, onStays, askInline],
  );
}

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
  if (action.ask?.inline && ports.askInline) return askAgainAndAgain(ports, action, { root, upload });
  if (action.ask) return askAndRun(ports, action, { root, upload });
  const intents = newIntents();
  if (!(await isConfirmed(ports, action, { root, ask: {} }))) return false;
  ports.onStays?.(undefined);
  ports.onCall?.();
  try {
    await carryOut(ports, action, { root, ask: {}, upload, intents });
    return true;
  } catch (error) {
    if (!(await alertFailedAnswer(ports, action, { root, ask: {}, error })))
      await showFailure(ports, action, error);
    return false;
  }
}

/** In a list, the questions are asked for the next record until they are closed. */
async function askAgainAndAgain(
  ports: Ports,
  action: ActionModel,
  asked: Pick<Answered, 'root' | 'upload'>,
): Promise<boolean> {
  let isDone = false;
  while (await askAndRun(ports, action, asked)) isDone = true;
  return isDone;
}

/** Asks the questions; their window stays open until the action is done. */
async function askAndRun(
  ports: Ports,
  action: ActionModel,
  { root, upload }: Pick<Answered, 'root' | 'upload'>,
): Promise<boolean> {
  let goOn: (() => Promise<void>) | undefined;
  const intents = newIntents();
  const ask = (action.ask?.inline && ports.askInline) || ports.dialogs.ask;
  const asked = await ask({
    ...questionsOf(ports, action, root),
    questionAt: (path, ask) => questionAt(ports, action, { root, ask }, path),
    send: async (ask, main) => {
      if (!(await isConfirmed(ports, action, { root, ask }))) return false;
      try {
        goOn = await carried(ports, action, { root, ask, upload, intents: { ...intents, main } });
      } catch (error) {
        if (await alertFailedAnswer(ports, action, { root, ask, error })) return false;
        await reloadStale(ports, error);
        throw error;
      }
      return true;
    },
  });
  if (asked) await goOn?.();
  return asked !== undefined;
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
    send: async (answers, intent) => {
      const ask = {};
      if (!(await isConfirmed(ports, action, { root, ask }))) return false;
      const { path, body } = callOf(ports, action, { root, ask });
      const sent = { ...(body as DataRecord | undefined), ...answers };
      answer = await ports.api.send(action.method ?? 'PUT', path, sent, {
        intent,
        ...(action.asked && { asked: [action.asked] }),
      });
      return true;
    },
  });
  if (!isDone) return false;
  await finish(ports, action, { root, ask: {}, answer });
  return true;
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
