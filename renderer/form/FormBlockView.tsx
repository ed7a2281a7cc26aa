import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import {
  createForm,
  type DataRecord,
  type EntityModel,
  type FieldConflict,
  type FormBlock,
  type FormState,
  type FormStatus,
  type LostField,
  newRecord,
  type Reason,
} from '#engine';
import { ActionButton, useVisibleActions } from '../actions/ActionButton.tsx';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { allows, missingFeatures } from '../data/allows.ts';
import { useDialogs } from '../data/dialogs.tsx';
import { useGuard } from '../data/guard.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { useFormStatus } from '../data/useFormState.ts';
import { useRuleContext } from '../data/useRuleContext.ts';
import { useText } from '../data/useText.ts';
import { useValidators } from '../data/useValidators.ts';
import { Card, type CardProps } from '../parts/Card.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { AlikeRecords } from './AlikeRecords.tsx';
import { AutosaveNote } from './AutosaveNote.tsx';
import { actionOfSave } from './bodyOfCall.ts';
import { createCheckRemote } from './checkRemote.ts';
import { FormActions } from './FormActions.tsx';
import { FailureAlert, IssueSummary, LostAlert } from './FormAlert.tsx';
import { type FormFrame, useFormFrame } from './FormFrame.ts';
import { FormLayoutView } from './FormLayoutView.tsx';
import { CardTitle } from './FormSection.tsx';
import { type FormTools, FormToolsContext } from './FormTools.ts';
import { createFindOptions } from './findOptions.ts';
import styles from './form.module.css';
import { sourceValues } from './sourceRecord.ts';
import { useAutosave } from './useAutosave.ts';
import { useCreateFormTools } from './useCreateFormTools.ts';
import { useDraft } from './useDraft.ts';
import { useFirstField } from './useFirstField.ts';
import { useFormKeys } from './useFormKeys.ts';
import { useOwner } from './useOwner.ts';
import { usePageForm } from './usePageForm.ts';
import { useRecordList } from './useRecordList.ts';
import { useSave } from './useSave.ts';
import { useShownSections } from './useShownSections.ts';
import { WhyPopover } from './WhyPopover.tsx';

type Props = { readonly block: FormBlock; readonly scope: ScreenScope };

/** Draws a declared form with its record, rules and save. */
export function FormBlockView({ block, scope }: Props) {
  const record = block.record ? scope.data[block.record] : undefined;
  if (block.record && !record) return null;
  if (record && block.list)
    return <FormOfList block={block} scope={scope} record={record} list={block.list} />;
  // Remount for another record, not for a reload of the same one.
  return <FormOfRecord key={formKey(record, scope)} block={block} scope={scope} record={record} />;
}

type ListProps = Props & {
  readonly record: DataRecord;
  readonly list: NonNullable<FormBlock['list']>;
};

/** Adds to the record the list that a separate call returns. */
function FormOfList({ block, scope, record, list }: ListProps) {
  const found = useRecordList({ block, scope, list });
  const title = useText(block.title, scope) || undefined;
  const { rows, error, reload } = found;
  const whole = useMemo(() => rows && { ...record, [list.field]: rows }, [record, rows, list]);
  if (whole)
    return (
      <FormOfRecord key={formKey(whole, scope)} {...{ block, scope, onReload: reload }} record={whole} />
    );
  return (
    <Card title={title} id={block.id}>
      {error ? <ErrorState text={error} onRetry={reload} /> : <Skeleton look="form" lines={6} />}
    </Card>
  );
}

type FormProps = Props & {
  readonly record: DataRecord | undefined;
  /** Reloads data that is not part of the record. */
  readonly onReload?: () => void;
};

function FormOfRecord({ block, scope, record, onReload }: FormProps) {
  const locked = useLock(block);
  const { form, lost, forgetLost } = useForm({ block, scope, record, locked });
  const { tools, question, setQuestion } = useCreateFormTools(form, block);
  const draft = useDraft(form, `${scope.user.Id}.${block.entity}.${block.id}.${formKey(record, scope)}`);
  const frame = useFormFrame();
  const { save, failure, dismiss } = useSave({ block, scope, tools, draft, frame });
  const root = useRef<HTMLDivElement>(null);
  const autosave = useAutosave({ block, scope, tools, draft, root });
  useFirstField(root, record === undefined && frame === undefined);
  useFormKeys({ root, form, onSave: block.save.auto ? autosave.flush : save, onWhy: tools.explain });
  const status = useFormStatus(form);
  const title = useText(block.title, scope);
  const sections = useShownSections(block, scope, form);
  useGuard(block.save.auto ? autosave.isStuck : status.dirty);
  useEffect(() => frame?.onDirty(status.dirty), [frame, status.dirty]);
  const actions = useVisibleActions(block.actions, scope);
  const [resets, again] = useReducer((count: number) => count + 1, 0);
  const reset = useAsked(block, status, () => {
    form.reset();
    // Remount, so that the internal state of widgets is reset too.
    if (block.cancel?.reload) again();
    if (block.cancel?.reload) onReload?.();
    draft.clear();
    dismiss();
    frame?.onCancel();
  });
  usePageForm({ form, block, title, autosave, save, discard: reset });
  return (
    <FormToolsContext value={tools}>
      <Around
        frame={frame}
        title={title}
        id={block.id}
        actions={actions.length > 0 && buttonsOf(actions, scope)}
      >
        <div ref={root} className={styles.form} {...marksOf(tools, block, status)}>
          <DraftBar draft={draft} />
          {!record && form.entity.alike.length > 0 && <AlikeRecords form={form} root={root} />}
          {lost.length > 0 && <LostAlert texts={lost} onClose={forgetLost} />}
          {failure && <FailureAlert text={failure} onClose={dismiss} />}
          <IssueSummary form={form} sections={block.sections} scope={scope} />
          <FormLayoutView key={resets} form={form} sections={sections} idPrefix={tools.idPrefix} />
          {block.save.auto ? (
            <AutosaveNote block={block} locked={locked} state={autosave.state} onRetry={autosave.flush} />
          ) : (
            <FormActions block={block} scope={scope} locked={locked} onSave={save} onReset={reset} />
          )}
        </div>
      </Around>
      {question && (
        <WhyPopover tools={tools} block={block} question={question} onClose={() => setQuestion(undefined)} />
      )}
    </FormToolsContext>
  );
}

/** Asks for confirmation first, if the form is dirty and declares a question. */
function useAsked({ cancel }: FormBlock, { dirty }: FormStatus, act: () => void): () => void {
  const dialogs = useDialogs();
  const say = useMessage();
  const question = cancel?.confirm;
  if (!question || !dirty) return act;
  return () => void dialogs.confirm(say(question)).then((isSure) => isSure && act());
}

/** Attributes that identify the form on the page. */
function marksOf({ idPrefix }: FormTools, { id }: FormBlock, { saving }: FormStatus) {
  return { 'data-form': id, 'data-id-prefix': idPrefix, 'data-state': saving ? 'saving' : 'idle' };
}

/** A new record gets a key per address, as route parameters can set its initial values. */
function formKey(record: DataRecord | undefined, { route }: ScreenScope): string {
  return record ? String(record.Id) : ['new', ...Object.values(route)].join('.');
}

function buttonsOf(actions: ReturnType<typeof useVisibleActions>, scope: ScreenScope) {
  return actions.map((action) => <ActionButton key={action.id} action={action} scope={scope} />);
}

type AroundProps = Pick<CardProps, 'title' | 'id' | 'children' | 'actions'> & {
  readonly frame: FormFrame | undefined;
};

/** Wraps a form in a card, unless it is a row of a list. */
function Around({ frame, title, id, actions, children }: AroundProps) {
  if (frame) return children;
  return (
    <Card title={title || undefined} id={id} actions={actions}>
      <CardTitle value={title ?? ''}>{children}</CardTitle>
    </Card>
  );
}

/** Locks the form without the feature to save. */
function useLock(block: FormBlock): Reason | undefined {
  const { Features } = useUser();
  return useMemo(() => {
    if (allows(block.save.access, Features)) return undefined;
    const id = missingFeatures(block.save.access)[0] ?? '';
    return { slot: 'editable', source: 'policy', id };
  }, [block, Features]);
}

type HeldForm = {
  readonly form: FormState;
  /** Values typed into fields that no longer exist, as text. */
  readonly lost: readonly string[];
  readonly forgetLost: () => void;
};

type FormOptions = Props & { readonly record: DataRecord | undefined; readonly locked: Reason | undefined };

/**
 * Creates the form state once. A reloaded record replaces it while nothing is typed. New declarations
 * continue the work in a new form, but not during a save, whose answer belongs to the old one.
 */
function useForm({ block, scope, record, locked }: FormOptions): HeldForm {
  const model = useModel();
  const validators = useValidators();
  const context = useRuleContext(useOwner(block, scope));
  const [api, client] = [useApi(), useQueryClient()];
  const action = actionOfSave(model, block);
  const make = (continues?: FormState) => {
    const entity = model.entities.get(block.entity);
    if (!entity) throw new Error(`The form ${block.id} edits ${block.entity}, which is no entity`);
    return createForm({
      entity,
      continues,
      record: continues?.stored() ?? record ?? startingRecord(entity, { block, scope, context }),
      isNew: record === undefined,
      action,
      context,
      validators,
      placed: block.sections.flatMap((section) => section.items.map((item) => item.field)),
      locked,
      loadOptions: createFindOptions({ api, model, client }),
      // A copy or another action is judged only when it is made; autosave sends its changes anyway.
      checkRemote: block.source || block.save.auto || action ? undefined : createCheckRemote(api, entity),
    });
  };
  const say = useMessage();
  const [{ held, lost, saidBy }, hold] = useState(() => ({ held: make(), lost: noTexts, saidBy: say }));
  const isOutdated = model.entities.get(block.entity) !== held.entity && !held.status().saving;
  const form = isOutdated ? make(held) : held;
  // Removed fields have labels only in the previous texts.
  if (isOutdated)
    hold({ held: form, lost: form.lost().map((one) => lostText(one, say, saidBy)), saidBy: say });
  useEffect(() => {
    if (record && isNewer(record, form)) takeOver(form, record, block);
  }, [form, record, block]);
  useContextOf(form, context);
  useDestroy(form);
  return { form, lost, forgetLost: () => hold({ held: form, lost: noTexts, saidBy: say }) };
}

const noTexts: readonly string[] = [];

function lostText({ field, value }: LostField, say: Say, saidBefore: Say): string {
  const label = saidBefore(field.label);
  return typeof value === 'string' || typeof value === 'number'
    ? say('ui.form.lost-value', { label, value })
    : say('ui.form.lost', { label });
}

/** The owner can change on another form of the page; wait until a save has ended. */
function useContextOf(form: FormState, context: ReturnType<typeof useRuleContext>): void {
  const known = useRef(context);
  const { saving } = form.status();
  useEffect(() => {
    if (saving || known.current === context) return;
    known.current = context;
    form.setContext(context);
  }, [form, context, saving]);
}

/** Ignores an answer older than the stored revision. */
function isNewer(record: DataRecord, form: FormState): boolean {
  const stored = form.stored();
  return record !== stored && !form.status().saving && !(Number(record.Revision) < Number(stored.Revision));
}

/** While the form is dirty, merges only changes that leave its placed fields alone. */
function takeOver(form: FormState, record: DataRecord, { sections }: FormBlock): void {
  if (!form.status().dirty) {
    form.saved(record);
    return;
  }
  const placed = new Set(
    sections.flatMap(({ items }) => items.map(({ field }) => `/${field.split('.')[0]}`)),
  );
  const stored = form.stored();
  const isTheirs = ({ path, theirs }: FieldConflict) =>
    JSON.stringify(theirs ?? null) !== JSON.stringify(stored[path.slice(1)] ?? null);
  if (!form.conflict(record).some((one) => placed.has(one.path) && isTheirs(one))) form.merge(record, {});
}

type Start = Props & { readonly context: Omit<Parameters<typeof newRecord>[1], 'action'> };

/** Defaults, overridden by placed fields of the source, then by declared initial values. */
function startingRecord(entity: EntityModel, { block, scope, context }: Start): DataRecord {
  return {
    ...newRecord(entity, { ...context, action: 'create' }),
    ...sourceValues(entity, block, scope),
    ...initialValues(block, scope),
  };
}

function initialValues(block: FormBlock, scope: ScreenScope): DataRecord {
  const values = expressionScope(scope);
  const entries = Object.entries(block.initial).map(([field, value]) => [
    field,
    evaluateOn(value, values, null),
  ]);
  return Object.fromEntries(entries);
}

/** React may unmount and remount at once (Strict Mode); destroy the form only if it stays unmounted. */
function useDestroy(form: FormState): void {
  const isUp = useRef(false);
  useEffect(() => {
    isUp.current = true;
    return () => {
      isUp.current = false;
      queueMicrotask(() => !isUp.current && form.destroy());
    };
  }, [form]);
}
