import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DataRecord, DeclaredCall, FormBlock, FormState, Scope } from '#engine';
import { ApiError, type FieldChange, isConnectionLost } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import { confirmAll } from '../data/confirmAll.ts';
import type { Api } from '../data/createApi.ts';
import { type Dialogs, useDialogs, useToast } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useGuardState } from '../data/guard.ts';
import type { Intent } from '../data/intents.ts';
import type { Method } from '../data/method.ts';
import { outcomeOfJob, tellAnswer } from '../data/outcome.ts';
import { type SaveEnd, useBlockPlace, usePageWork } from '../data/pageWork.ts';
import { askNameOfPerson } from '../data/people.ts';
import { keys } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { finished } from '../data/trail.ts';
import { useIntent } from '../data/useIntent.ts';
import { useText } from '../data/useText.ts';
import { bodyOfCall } from './bodyOfCall.ts';
import { describeConflict } from './describeConflict.ts';
import type { FormFrame } from './FormFrame.ts';
import type { FormTools } from './FormTools.ts';
import { focusField } from './focusField.ts';
import { ofMissing } from './ofMissing.ts';
import { bodyOfCopy } from './sourceRecord.ts';
import type { DraftOffer } from './useDraft.ts';

type Options = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  readonly tools: FormTools;
  /** The draft kept for a reload; cleared after a save or discard. */
  readonly draft: Pick<DraftOffer, 'clear' | 'offer'>;
  readonly frame: FormFrame | undefined;
  readonly intent: Intent;
};

export type Save = {
  readonly save: () => Promise<SaveEnd>;
  /** Why the last save failed, until dismissed or retried. */
  readonly failure: string | undefined;
  readonly dismiss: () => void;
};

/** Saves a form: validates, sends, and applies the answer. Typed input is never lost. */
export function useSave(given: Omit<Options, 'intent'>): Save {
  const { tools } = given;
  const intent = useIntent();
  const options = { ...given, intent };
  const [failure, setFailure] = useState<string>();
  const ports = useSavePorts(options);
  const latest = useRef({ options, ports });
  latest.current = { options, ports };
  const save = useCallback(async (): Promise<SaveEnd> => {
    const { form } = tools;
    // Ignore a second press during a save.
    if (form.status().saving) return { isSaved: false };
    setFailure(undefined);
    const asked = form.ready();
    // Wait for running uploads: the new file is the one to save.
    const sent = tools.files.arrived?.();
    if (asked || sent) await whileSaving(form, Promise.all([asked, sent]));
    const result = form.submit();
    if (result.kind === 'invalid') {
      await latest.current.ports.tellIncomplete();
      return refusedAt(tools, result.first);
    }
    form.setSaving(true);
    try {
      if (!(await isAgreed(latest.current))) return { isSaved: false };
      return await sendUntilAgreed(result.payload, latest.current);
    } catch (thrown) {
      const error = ofMissing(thrown, tools.form.stored(), tools.say);
      if (isCarriedOut(error)) return await latest.current.ports.open(error.first);
      const { text, path } = settleFailure(error, latest.current.options);
      setFailure(text);
      await latest.current.ports.alert(error);
      if (tools.form.status().dirty && hasFailed(error)) takeBack(latest.current.options);
      return { isSaved: false, path };
    } finally {
      form.setSaving(false);
    }
  }, [tools]);
  return { save, failure, dismiss: useCallback(() => setFailure(undefined), []) };
}

/** Rules judge the chosen records, not only their ids, so wait until they have loaded. */
async function whileSaving(form: FormState, asked: Promise<unknown>): Promise<void> {
  form.setSaving(true);
  await asked;
  form.setSaving(false);
}

type Ports = {
  readonly api: Api;
  /** Asks the declared confirmations. */
  readonly agree: (values: Scope) => Promise<boolean>;
  /** Shows a failure in a dialog, if declared. */
  readonly alert: (error: unknown) => Promise<void>;
  /** Says in a dialog that the form is incomplete, if declared. */
  readonly tellIncomplete: () => Promise<void>;
  /** Merges both changes, asking about fields changed by both; false to keep editing. */
  readonly merge: (current: DataRecord, changes: readonly FieldChange[]) => Promise<boolean>;
  /** Waits for the job named in the answer; false if it was cancelled. */
  readonly follow: (answer: DataRecord | undefined) => Promise<boolean>;
  /** Offers the record created by an earlier save whose answer was lost, instead of creating another. */
  readonly open: (first: unknown) => Promise<SaveEnd>;
  /** `from`: the address at which it was saved. */
  readonly arrive: (answer: DataRecord | undefined, from: string) => Promise<void>;
};

function useSavePorts({ block, scope, tools, draft, frame }: Options): Ports {
  const [api, client] = [useApi(), useQueryClient()];
  const [dialogs, toast] = [useDialogs(), useToast()];
  const [guard, navigate] = [useGuardState(), useNavigate()];
  const [page, place] = [usePageWork(), useBlockPlace()];
  const { form, say } = tools;
  const yes = say(block.save.label);
  const title = useText(block.title, scope) || yes;
  const telling = { block, dialogs, title };
  const leave = async (stored: DataRecord) => {
    guard?.release();
    const next = fillPath(block.save.then ?? '/', { root: stored, ...placesOf(scope) });
    await navigate(next, { state: finished });
  };
  return {
    api,
    agree: (values) => confirmAll(block.save.confirm, { dialogs, say, values, title, yes, tone: 'neutral' }),
    alert: (error) => tellFailure(error, telling),
    tellIncomplete: () => tellInWindow(telling, block.save.incomplete && say(block.save.incomplete), 'error'),
    merge: (current, changes) => mergeWith({ current, changes }, { api, client, tools, dialogs, toast }),
    follow: async (answer) => {
      const id = answer?.JobId;
      if (typeof id !== 'string') return true;
      const { Status, Problem, Result } = await dialogs.job({ id, title });
      if (Status === 'failed') throw new ApiError(422, Problem ?? {});
      if (Status === 'cancelled') toast.show(say('ui.job.cancelled'), 'info');
      for (const note of Result?.Notes ?? []) toast.show(note, 'info');
      // What was refused is told by its notes; the save is none.
      return outcomeOfJob({ Status, Result }) === 'done';
    },
    open: (first) => offerFirst(recordIn(first as DataRecord | undefined), telling, say, leave),
    arrive: async (answer, from) => {
      const stored = { ...form.record(), ...answered(block, answer) };
      form.saved(stored);
      draft.clear();
      frame?.onSaved();
      const { JobId: _, ...told } = answer ?? {};
      tellAnswer(told, {
        toasts: toast,
        say,
        success: block.save.success ?? 'ui.saved',
        params: { action: title },
      });
      await tellInWindow(telling, answer?.Message, 'info');
      await tellInWindow(telling, shownOf(block, scope, { answer, say }), 'info');
      // A list has no revision: the next save must be based on the record's new one.
      if (block.list) form.saved({ ...form.record(), ...(await reread(client, block, stored)) });
      await client.invalidateQueries({ queryKey: ['list'] });
      // Unsaved work elsewhere on the page keeps the person there.
      const isAlone = !page?.unsaved().some((other) => other.block !== place?.id);
      if (!block.save.then || !isAlone) return scope.reload();
      guard?.release();
      await client.invalidateQueries({ queryKey: keys.record(block.entity, String(stored.Id)) });
      // Do not pull back a person who has navigated meanwhile.
      if (addressNow() === from) await leave(stored);
    },
  };
}

type Merging = Pick<Options, 'tools'> & {
  readonly api: Api;
  readonly client: QueryClient;
  readonly dialogs: Dialogs;
  readonly toast: ReturnType<typeof useToast>;
};

async function mergeWith(
  { current, changes }: { readonly current: DataRecord; readonly changes: readonly FieldChange[] },
  { api, client, tools, dialogs, toast }: Merging,
): Promise<boolean> {
  const { form, say } = tools;
  // Fields changed by only one side merge without a question.
  const nameOf = await askNameOfPerson(client, api);
  const conflicts = form.conflict(current).filter(({ both }) => both);
  if (conflicts.length === 0) {
    form.merge(current, {});
    const who = nameOf(String(current.ModifiedBy ?? ''));
    toast.show(say('ui.conflict.merged', { who }), 'info');
    return true;
  }
  const said = describeConflict(tools, { current, conflicts, changes, nameOf });
  const take = await dialogs.conflict({ current, conflicts, ...said });
  if (take) form.merge(current, take);
  return take !== undefined;
}

type Telling = { readonly block: FormBlock; readonly dialogs: Dialogs; readonly title: string };

/** An earlier save arrived although its answer was lost; saving again would create another record. */
async function offerFirst(
  stored: DataRecord | undefined,
  { block, dialogs, title }: Telling,
  say: FormTools['say'],
  leave: (stored: DataRecord) => Promise<void>,
): Promise<SaveEnd> {
  const text = say('ui.save.carried-out');
  const more = { title, yes: say('ui.save.open-first'), no: say('ui.save.stay') };
  if (!block.save.then || !stored) await dialogs.alert(text, { title });
  else if (await dialogs.confirm(text, more)) await leave(stored);
  return { isSaved: false };
}

async function tellFailure(error: unknown, { block, dialogs, title }: Telling): Promise<void> {
  if (!block.save.alert || !(error instanceof ApiError) || error.code === 'declined') return;
  await dialogs.alert(error.message.split(/;\s*/).join('\n'), { title, tone: 'error' });
}

/** Shows a declared or server message in a dialog, if there is one. */
async function tellInWindow({ dialogs, title }: Telling, text: unknown, tone: 'error' | 'info') {
  if (typeof text === 'string' && text !== '') await dialogs.alert(text, { title, tone });
}

/** What the declaration shows of the answer, such as a secret that is not shown again. */
function shownOf(
  { save: { shows } }: FormBlock,
  scope: Options['scope'],
  { answer, say }: { readonly answer: DataRecord | undefined; readonly say: FormTools['say'] },
): string | undefined {
  if (!shows) return undefined;
  const given = expressionScope(scope);
  const values = { ...given, vars: { ...given.vars, answer } };
  if (shows.when && evaluateOn(shows.when, values, false) !== true) return undefined;
  const params = Object.entries(shows.params).map(([name, one]) => [name, evaluateOn(one, values, '')]);
  return say(shows.message, Object.fromEntries(params));
}

/** The current revision of the record; empty if it cannot be read. */
async function reread(client: QueryClient, { entity }: FormBlock, { Id }: DataRecord): Promise<DataRecord> {
  const queryKey = keys.record(entity, String(Id));
  await client.invalidateQueries({ queryKey });
  const { Revision } = client.getQueryData<DataRecord>(queryKey) ?? {};
  return Revision === undefined ? {} : { Revision };
}

/** The record, or the list of it that the form edits. */
function answered({ list }: FormBlock, answer: DataRecord | undefined): DataRecord | undefined {
  return list && Array.isArray(answer) ? { [list.field]: answer } : recordIn(answer);
}

/** Some calls return the record as the only item of a page. */
export function recordIn(answer: DataRecord | undefined): DataRecord | undefined {
  return Array.isArray(answer?.Items) ? answer.Items[0] : answer;
}

type Saving = { readonly options: Options; readonly ports: Ports };

/** Whether the person agrees; after a no the form keeps or restores its values, as declared. */
async function isAgreed({ options, ports }: Saving): Promise<boolean> {
  const { block, tools, draft } = options;
  if (await ports.agree(saveScope(options))) return true;
  if (block.save.refused === 'restore') {
    tools.form.reset();
    draft.clear();
  }
  return false;
}

/** The scope of the screen with the edited and the stored record. */
function saveScope({ scope, tools: { form } }: Options): Scope {
  const values = expressionScope(scope, form.record());
  return { ...values, vars: { ...values.vars, previous: form.stored() } };
}

/** The declared call, or its conditional replacement. */
function callOf(options: Options): DeclaredCall {
  const { save } = options.block;
  const values = saveScope(options);
  return save.instead.find(({ when }) => evaluateOn(when, values, false) === true) ?? save;
}

/** Sends; after a conflict merges with the person's help and sends again. */
async function sendUntilAgreed(first: DataRecord, { options, ports }: Saving): Promise<SaveEnd> {
  const { block, scope, tools } = options;
  const from = addressNow();
  let payload = first;
  for (;;) {
    try {
      const call = callOf(options);
      const path = fillPath(call.route, { root: payload, ...placesOf(scope) });
      const revision = revisionOf(tools.form.stored());
      const body = block.source
        ? bodyOfCopy(tools.model, { block, scope, path, payload })
        : bodyOfCall(tools.model, call, payload);
      const answer = await ports.api.send<DataRecord | undefined>(call.method as Method, path, body, {
        revision,
        intent: options.intent,
      });
      if (!(await ports.follow(answer))) return { isSaved: false };
      await ports.arrive(answer, from);
      return { isSaved: true };
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict) throw error;
      if (!(await ports.merge(conflict.current, conflict.changes))) return { isSaved: false };
      const again = tools.form.submit();
      if (again.kind === 'invalid') return refusedAt(tools, again.first);
      payload = again.payload;
    }
  }
}

/** Without the section hash. */
function addressNow(): string {
  const { pathname, search } = window.location;
  return `${pathname}${search}`;
}

/** The record saved by another person; absent for other conflicts (in use, illegal transition). */
function conflictOf(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'conflict' || !error.current) return undefined;
  return { current: error.current, changes: error.changes };
}

const isCarriedOut = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'carried-out';

type Failure = { readonly text?: string; readonly path?: string };

/** Places refused fields at their controls; returns the rest as the failure to show. */
function settleFailure(error: unknown, { block, tools, frame }: Options): Failure {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'declined') return {};
  const [first] = error.status === 422 ? error.validationErrors : [];
  if (first && frame?.onRefused) {
    frame.onRefused(first.Value);
    return {};
  }
  if (first) return placeIssues(error, tools);
  // A refusal gives its reason; other failures use the declared message.
  const isRefusal = error.status >= 400 && error.status < 500;
  if (isRefusal || isConnectionLost(error) || !block.save.failure) return { text: error.message };
  return { text: tools.say(block.save.failure) };
}

/** Excludes refusals shown at fields and confirmations answered with no. */
function hasFailed(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 422 && error.code !== 'declined';
}

/** Restores the stored values if declared, and offers the changes as a draft. */
function takeBack({ block, tools: { form }, draft }: Options): void {
  if (block.save.failed !== 'restore') return;
  draft.offer();
  form.reset();
}

/** Places issues at their fields; if none has a field, returns the message. */
function placeIssues(error: ApiError, tools: FormTools): Failure {
  tools.form.applyServerIssues(error.validationErrors);
  const path = error.validationErrors.find(({ Path }) => Path)?.Path;
  if (!path) return { text: error.message };
  focusLater(tools, path);
  return { path };
}

function refusedAt(tools: FormTools, path: string | undefined): SaveEnd {
  if (path !== undefined) focusLater(tools, path);
  return { isSaved: false, path };
}

function placesOf({ route, data, user }: ScreenScope) {
  return { route, data, user };
}

function revisionOf({ Revision }: DataRecord): number | undefined {
  return typeof Revision === 'number' ? Revision : undefined;
}

/** Waits until React has drawn the issues. */
function focusLater({ idPrefix }: FormTools, path: string): void {
  setTimeout(() => focusField(idPrefix, path));
}
