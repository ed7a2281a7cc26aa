import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DataRecord, DeclaredCall, FormBlock, FormState, Scope } from '#engine';
import { ApiError, type FieldChange } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import { confirmAll } from '../data/confirmAll.ts';
import type { Api, Method } from '../data/createApi.ts';
import { type Dialogs, useDialogs, useToast } from '../data/dialogs.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useGuardState } from '../data/guard.ts';
import type { Intent } from '../data/intents.ts';
import { outcomeOfJob, tellAnswer } from '../data/outcome.ts';
import { type SaveEnd, useBlockPlace, usePageWork } from '../data/pageWork.ts';
import { askNameOfPerson } from '../data/people.ts';
import { keys } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { useText } from '../data/useText.ts';
import { bodyOfCall } from './bodyOfCall.ts';
import { describeConflict } from './describeConflict.ts';
import type { FormFrame } from './FormFrame.ts';
import type { FormTools } from './FormTools.ts';
import { focusField } from './focusField.ts';
import { bodyOfCopy } from './sourceRecord.ts';
import type { DraftOffer } from './useDraft.ts';

type Options = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  readonly tools: FormTools;
  /** What was kept for a reload: no longer needed once it is saved or taken back. */
  readonly draft: Pick<DraftOffer, 'clear' | 'offer'>;
  readonly frame: FormFrame | undefined;
  readonly intent: Intent;
};

export type Save = {
  readonly save: () => Promise<SaveEnd>;
  /** Why the last save failed, until put away or tried again. */
  readonly failure: string | undefined;
  readonly dismiss: () => void;
};

/** Saves a form: checks, sends, and brings home what the server says. Nothing typed is lost, whatever happens. */
export function useSave(given: Omit<Options, 'intent'>): Save {
  const { tools } = given;
  const intent = useRef<Intent>({}).current;
  const options = { ...given, intent };
  const [failure, setFailure] = useState<string>();
  const ports = useSavePorts(options);
  const latest = useRef({ options, ports });
  latest.current = { options, ports };
  const save = useCallback(async (): Promise<SaveEnd> => {
    const { form } = tools;
    // A second press while the first is on its way sends nothing.
    if (form.status().saving) return { isSaved: false };
    setFailure(undefined);
    const asked = form.ready();
    // A file that is on its way is what the person means, not the one that it replaces.
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
    } catch (error) {
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

/** Rules judge the records that are chosen, not only their ids: what is still being asked of them is waited for. */
async function whileSaving(form: FormState, asked: Promise<unknown>): Promise<void> {
  form.setSaving(true);
  await asked;
  form.setSaving(false);
}

type Ports = {
  readonly api: Api;
  /** Asks what the declaration asks before this save. */
  readonly agree: (values: Scope) => Promise<boolean>;
  /** Says what failed in a window, where the declaration wants it. */
  readonly alert: (error: unknown) => Promise<void>;
  /** Says in a window that something is missing or wrong, where the declaration wants it. */
  readonly tellIncomplete: () => Promise<void>;
  /** Brings both changes together, asking about fields changed here and there; false when the person wants to think about it. */
  readonly merge: (current: DataRecord, changes: readonly FieldChange[]) => Promise<boolean>;
  /** Waits for long work that the answer speaks of; false when it was cancelled. */
  readonly follow: (answer: DataRecord | undefined) => Promise<boolean>;
  /** Of an earlier save whose answer was lost: offers what it made, as what is typed now would make another. */
  readonly open: (first: unknown) => Promise<SaveEnd>;
  /** `from`: the address it was saved at. */
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
    await navigate(fillPath(block.save.then ?? '/', { root: stored, ...placesOf(scope) }));
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
      // A list says nothing of the record's revision: the next save must be based on the new one.
      if (block.list) form.saved({ ...form.record(), ...(await reread(client, block, stored)) });
      await client.invalidateQueries({ queryKey: ['list'] });
      // What is unsaved elsewhere on the page keeps the person there.
      const isAlone = !page?.unsaved().some((other) => other.block !== place?.id);
      if (!block.save.then || !isAlone) return scope.reload();
      guard?.release();
      await client.invalidateQueries({ queryKey: keys.record(block.entity, String(stored.Id)) });
      // Who went elsewhere meanwhile is not fetched back.
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
  // What only one of us changed is nobody's loss: both changes stand.
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

/** An earlier save arrived whose answer was lost: what is typed now would make another record. */
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

/** What the declaration says of an unfinished form, or the server of what it took; where neither says anything, nothing. */
async function tellInWindow({ dialogs, title }: Telling, text: unknown, tone: 'error' | 'info') {
  if (typeof text === 'string' && text !== '') await dialogs.alert(text, { title, tone });
}

/** The revision of the record as the server has it now; nothing where it cannot be read. */
async function reread(client: QueryClient, { entity }: FormBlock, { Id }: DataRecord): Promise<DataRecord> {
  const queryKey = keys.record(entity, String(Id));
  await client.invalidateQueries({ queryKey });
  const { Revision } = client.getQueryData<DataRecord>(queryKey) ?? {};
  return Revision === undefined ? {} : { Revision };
}

/** The record, or the list of it that the form is about. */
function answered({ list }: FormBlock, answer: DataRecord | undefined): DataRecord | undefined {
  return list && Array.isArray(answer) ? { [list.field]: answer } : recordIn(answer);
}

/** Some calls answer the record as the one item of a page. */
export function recordIn(answer: DataRecord | undefined): DataRecord | undefined {
  return Array.isArray(answer?.Items) ? answer.Items[0] : answer;
}

type Saving = { readonly options: Options; readonly ports: Ports };

/** Whether the person wants it; after a no the form is as declared: as it was typed, or as it is stored. */
async function isAgreed({ options, ports }: Saving): Promise<boolean> {
  const { block, tools, draft } = options;
  if (await ports.agree(saveScope(options))) return true;
  if (block.save.refused === 'restore') {
    tools.form.reset();
    draft.clear();
  }
  return false;
}

/** The screen, the record as it was typed, and as it is stored. */
function saveScope({ scope, tools: { form } }: Options): Scope {
  const values = expressionScope(scope, form.record());
  return { ...values, vars: { ...values.vars, previous: form.stored() } };
}

/** The declared call, or the one that stands in for it as things are. */
function callOf(options: Options): DeclaredCall {
  const { save } = options.block;
  const values = saveScope(options);
  return save.instead.find(({ when }) => evaluateOn(when, values, false) === true) ?? save;
}

/** Sends; where someone else saved first, merges with the person and sends again. */
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

/** Without the part of the page that is in sight. */
function addressNow(): string {
  const { pathname, search } = window.location;
  return `${pathname}${search}`;
}

/** The record someone else saved; other conflicts (in use, illegal transition) bring none. */
function conflictOf(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'conflict' || !error.current) return undefined;
  return { current: error.current, changes: error.changes };
}

const isCarriedOut = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'carried-out';

type Failure = { readonly text?: string; readonly path?: string };

/** Puts what the server refused at its fields; the rest is the sentence to show. */
function settleFailure(error: unknown, { block, tools, frame }: Options): Failure {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === 'declined') return {};
  const [first] = error.status === 422 ? error.validationErrors : [];
  if (first && frame?.onRefused) {
    frame.onRefused(first.Value);
    return {};
  }
  if (first) return placeIssues(error, tools);
  // A refusal says why; anything else says that it failed, in the declared words.
  const isRefusal = error.status >= 400 && error.status < 500;
  if (isRefusal || error.code === 'network' || !block.save.failure) return { text: error.message };
  return { text: tools.say(block.save.failure) };
}

/** Not a refusal that the person is to put right at its field, nor a question they said no to. */
function hasFailed(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 422 && error.code !== 'declined';
}

/** Where declared, the form shows what is stored once more; what was typed is offered again, not lost. */
function takeBack({ block, tools: { form }, draft }: Options): void {
  if (block.save.failed !== 'restore') return;
  draft.offer();
  form.reset();
}

/** Issues stand at their fields; where none has a field, the first sentence speaks for them. */
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

/** After React has drawn the issues. */
function focusLater({ idPrefix }: FormTools, path: string): void {
  setTimeout(() => focusField(idPrefix, path));
}
