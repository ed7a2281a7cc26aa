import { useEffect, useId, useMemo, useState } from 'react';
import { createForm, type EntityModel, type FormState, type StepAskModel, stepNote } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useModel } from '../data/App.tsx';
import type { StepOptions } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { useKeptWork } from '../data/useKeptWork.ts';
import { useRuleContext } from '../data/useRuleContext.ts';
import { useValidators } from '../data/useValidators.ts';
import { FormLayoutView } from '../form/FormLayoutView.tsx';
import { FormToolsContext } from '../form/FormTools.ts';
import { useCreateFormTools } from '../form/useCreateFormTools.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { FieldShell, fieldDescription } from '../parts/FieldShell.tsx';
import { RichText } from '../parts/RichText.tsx';
import { TextArea } from '../parts/TextArea.tsx';
import styles from './AskDialogs.module.css';

type Props = { readonly options: StepOptions; readonly onDone: (isDone: boolean) => void };

/** What a workflow step asks for; stays open, with errors at their fields, until the server accepts it. */
export function StepDialog({ options, onDone }: Props) {
  const say = useMessage();
  const form = useStepForm(options);
  const { tools } = useCreateFormTools(form, block);
  const [note, setNote] = useState('');
  const { send, busy, problem, noteProblem } = useSend({ options, form, note, onDone });
  const draft = useKeptWork({
    key: `step.${location.pathname}.${options.step.transition}.${options.record.Id}`,
    value: note,
    isChanged: note !== '',
    restore: setNote,
  });
  const sections = useMemo(
    () => [
      {
        id: 'step',
        columns: 1 as const,
        items: options.step.fields.map(({ field }) => ({ field, span: 1 as const, options: {} })),
      },
    ],
    [options],
  );
  return (
    <Dialog
      size="small"
      title={options.title}
      onClose={() => onDone(false)}
      main={{
        label: options.yes,
        tone: options.tone === 'danger' ? 'danger' : 'primary',
        busy,
        onPress: () => void send(),
      }}
      cancel={say('ui.cancel')}
    >
      <div className={styles.ask}>
        <DraftBar draft={draft} />
        {options.text && (
          <div className={styles.text}>
            <RichText text={options.text} />
          </div>
        )}
        {problem && <p role="alert">{problem}</p>}
        {sections[0]?.items.length ? (
          <FormToolsContext value={tools}>
            <FormLayoutView form={form} sections={sections} idPrefix={tools.idPrefix} />
          </FormToolsContext>
        ) : null}
        {options.step.note && (
          <NoteField
            isRequired={options.step.note === 'required'}
            {...{ note, setNote }}
            problem={noteProblem}
          />
        )}
      </div>
    </Dialog>
  );
}

type NoteProps = {
  readonly isRequired: boolean;
  readonly note: string;
  readonly setNote: (note: string) => void;
  readonly problem: string | undefined;
};

function NoteField({ isRequired, note, setNote, problem }: NoteProps) {
  const say = useMessage();
  const id = useId();
  return (
    <FieldShell
      id={id}
      label={say('ui.step.note')}
      required={isRequired}
      issues={problem ? [{ level: 'error', text: problem }] : []}
    >
      <TextArea
        id={id}
        value={note}
        maxLength={2000}
        required={isRequired}
        invalid={problem !== undefined}
        describedBy={fieldDescription(id)}
        onChange={setNote}
      />
    </FieldShell>
  );
}

const block = { id: 'step', readOnlyAsText: false, title: undefined } as const;

/** A form of the fields that the step opens, on the record as it is. */
function useStepForm({ step, record }: StepOptions): FormState {
  const model = useModel();
  const validators = useValidators();
  const context = useRuleContext();
  const [form] = useState(() => {
    const entity = model.entities.get(step.entity);
    if (!entity) throw new Error(`There is no entity ${step.entity}.`);
    return createForm({
      entity: opened(entity, step),
      record,
      isNew: false,
      action: `transition:${step.transition}`,
      context,
      validators,
      placed: step.fields.map(({ field }) => field),
    });
  });
  useEffect(() => () => form.destroy(), [form]);
  return form;
}

/** The step opens its fields even if rules lock the record, and requires some. */
function opened(entity: EntityModel, { fields: asked }: StepAskModel): EntityModel {
  const required = new Set(asked.flatMap(({ field, required }) => (required ? [field] : [])));
  const fields = entity.fields.map((field) =>
    required.has(field.name) ? { ...field, required: true } : field,
  );
  const changed = fields
    .filter(({ name }) => required.has(name))
    .map((field) => [field.path, field] as const);
  const state = entity.rules.state.filter(({ slot }) => slot !== 'editable');
  return {
    ...entity,
    fields,
    fieldByPath: new Map([...entity.fieldByPath, ...changed]),
    rules: { ...entity.rules, state },
  };
}

type Sending = {
  readonly options: StepOptions;
  readonly form: FormState;
  readonly note: string;
  readonly onDone: (isDone: boolean) => void;
};

/** Sends the answers; a refusal about fields is shown at them, any other above. */
function useSend({ options, form, note, onDone }: Sending) {
  const say = useMessage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [noteProblem, setNoteProblem] = useState<string>();
  const refuse = (error: ApiError) => {
    const errors = error.validationErrors;
    const own = new Set(options.step.fields.map(({ field }) => field));
    form.applyServerIssues(errors.filter(({ Key }) => own.has(Key.split('.')[0] ?? '')));
    setNoteProblem(errors.find(({ Key }) => Key === stepNote)?.Value);
    const others = errors.filter(({ Key }) => Key !== stepNote && !own.has(Key.split('.')[0] ?? ''));
    setProblem(
      errors.length === 0 ? error.message : others.map(({ Value }) => Value).join('\n') || undefined,
    );
  };
  const send = async () => {
    setNoteProblem(undefined);
    setProblem(undefined);
    for (const { field } of options.step.fields) form.touch(`/${field}`);
    const isNoteMissing = options.step.note === 'required' && note.trim() === '';
    if (isNoteMissing) setNoteProblem(say('transition.note-required'));
    const isWrong = options.step.fields.some(({ field }) =>
      form.view(`/${field}`).issues.some(({ level }) => level === 'error'),
    );
    if (isNoteMissing || isWrong) return;
    setBusy(true);
    try {
      if (await options.send(answersOf(options, form, note))) onDone(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'declined') refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, problem, noteProblem };
}

function answersOf({ step }: StepOptions, form: FormState, note: string) {
  const record = form.record();
  return {
    ...Object.fromEntries(step.fields.map(({ field }) => [field, record[field] ?? null])),
    ...(note.trim() !== '' && { [stepNote]: note }),
  };
}
