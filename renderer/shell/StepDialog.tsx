import { useEffect, useId, useMemo, useState } from 'react';
import {
  createForm,
  type DataRecord,
  type EntityModel,
  type FormState,
  type ServerError,
  type StepAskModel,
  stepNote,
} from '#engine';
import { useModel } from '../data/App.tsx';
import type { StepOptions } from '../data/dialogs.tsx';
import type { Intent } from '../data/intents.ts';
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

/** What a workflow step, or a button, asks for; stays open, with errors at their fields, until the server accepts it. */
export function StepDialog({ options, onDone }: Props) {
  const say = useMessage();
  const form = useStepForm(options);
  const { tools } = useCreateFormTools(form, block);
  const [note, setNote] = useState('');
  const { send, place, noteProblem } = useSend({ options, form, note, onDone });
  const draft = useStepDraft({ options, form, note, setNote });
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
        onPress: send,
        place,
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
      name={stepNote}
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
      action: step.transition ? `transition:${step.transition}` : 'update',
      context,
      validators,
      placed: step.fields.map(({ field }) => field),
    });
  });
  useEffect(() => () => form.destroy(), [form]);
  return form;
}

type Drafting = Pick<Sending, 'options' | 'form' | 'note'> & { readonly setNote: (note: string) => void };

/** The note and the values typed so far, kept across a reload. */
function useStepDraft({ options, form, note, setNote }: Drafting) {
  const { step, record } = options;
  const read = () =>
    Object.fromEntries(step.fields.map(({ field }) => [field, form.record()[field] ?? null]));
  const [start] = useState(read);
  const [values, setValues] = useState<DataRecord>(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form and its step never change
  useEffect(() => {
    const ends = step.fields.map(({ field }) => form.subscribe(`/${field}`, () => setValues(read())));
    return () => ends.forEach((end) => void end());
  }, [form]);
  return useKeptWork<{ readonly note: string; readonly values: DataRecord }>({
    key: `step.${location.pathname}.${step.transition ?? step.automation}.${record.Id}`,
    value: useMemo(() => ({ note, values }), [note, values]),
    isChanged: note !== '' || JSON.stringify(values) !== JSON.stringify(start),
    restore: (kept) => {
      setNote(kept.note);
      for (const [field, value] of Object.entries(kept.values)) form.change(`/${field}`, value);
    },
  });
}

/** The step opens its fields even if rules lock the record, and requires some. */
function opened(entity: EntityModel, { fields: asked, transition }: StepAskModel): EntityModel {
  const required = new Set(asked.flatMap(({ field, required }) => (required ? [field] : [])));
  const fields = entity.fields.map((field) =>
    required.has(field.name) ? { ...field, required: true } : field,
  );
  const changed = fields
    .filter(({ name }) => required.has(name))
    .map((field) => [field.path, field] as const);
  // A button changes the record as a form does.
  const state = entity.rules.state.filter(({ slot }) => !transition || slot !== 'editable');
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

/** Sends the answers; errors about fields of the step are shown by its form. */
function useSend({ options, form, note, onDone }: Sending) {
  const say = useMessage();
  const [noteProblem, setNoteProblem] = useState<string>();
  const own = new Set(options.step.fields.map(({ field }) => field));
  const isOwn = ({ Key }: ServerError) => own.has(Key.split('.')[0] ?? '');
  const place = (errors: readonly ServerError[]) => {
    form.applyServerIssues(errors.filter(isOwn));
    return errors.filter((error) => !isOwn(error));
  };
  const send = async (intent: Intent) => {
    // Refusals of the last attempt may be obsolete.
    form.applyServerIssues([]);
    for (const field of own) form.touch(`/${field}`);
    const isNoteMissing = options.step.note === 'required' && note.trim() === '';
    setNoteProblem(isNoteMissing ? say('transition.note-required') : undefined);
    const wrong = options.step.fields.flatMap(({ field }) =>
      form
        .view(`/${field}`)
        .issues.filter(({ level }) => level === 'error')
        .map(() => field),
    );
    if (isNoteMissing) wrong.push(stepNote);
    if (wrong.length > 0) return wrong;
    if (await options.send(answersOf(options, form, note), intent)) onDone(true);
    return [];
  };
  return { send, place, noteProblem };
}

function answersOf({ step }: StepOptions, form: FormState, note: string) {
  const record = form.record();
  return {
    ...Object.fromEntries(step.fields.map(({ field }) => [field, record[field] ?? null])),
    ...(note.trim() !== '' && { [stepNote]: note }),
  };
}
