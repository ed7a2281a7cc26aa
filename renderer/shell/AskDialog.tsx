import { useId, useState } from 'react';
import { type AskModel, askedIn, type DataRecord, type ServerError } from '#engine';
import type { AskOptions } from '../data/dialogs.tsx';
import type { Intent } from '../data/intents.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { useKeptWork } from '../data/useKeptWork.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { parseDay } from '../parts/parseDay.ts';
import { RichText } from '../parts/RichText.tsx';
import styles from './AskDialogs.module.css';
import { AskFieldView } from './AskFieldView.tsx';

type Field = AskModel['fields'][number];
type Props = { readonly options: AskOptions; readonly onAnswer: (answers: DataRecord | undefined) => void };

/** Asks for values; stays open, with errors at their fields, until what they are for is done. */
export function AskDialog({ options, onAnswer }: Props) {
  const say = useMessage();
  const id = useId();
  const { answers, answer, draft } = useAnswers(options);
  const [isSubmitted, setSubmitted] = useState(false);
  const problems = problemsOf(options, answers, say);
  const faulty = options.fields.filter(({ name }) => problems[name]);
  const submit = async (intent: Intent) => {
    setSubmitted(true);
    const [first] = faulty;
    if (first) document.getElementById(`${id}-${first.name}`)?.focus();
    else if (await options.send(answers, intent)) onAnswer(answers);
  };
  /** Errors of the body belong to the questions that it was made of. */
  const place = (errors: readonly ServerError[]) =>
    errors.map((error) => {
      const question = options.questionAt?.(error.Path ?? error.Key, answers);
      return question === undefined ? error : { ...error, Path: question };
    });
  return (
    <Dialog
      size="small"
      title={options.title}
      onClose={() => onAnswer(undefined)}
      main={{
        label: options.yes,
        tone: options.tone === 'danger' ? 'danger' : 'primary',
        onPress: submit,
        place,
      }}
      cancel={say('ui.cancel')}
      problems={
        isSubmitted
          ? faulty.map(({ name, label }) => ({ id: `${id}-${name}`, label: say(label) }))
          : undefined
      }
    >
      <div className={styles.ask}>
        <DraftBar draft={draft} />
        {options.text && (
          <div className={styles.text}>
            <RichText text={options.text} />
          </div>
        )}
        {options.fields.map((field) => (
          <AskFieldView
            key={field.name}
            id={`${id}-${field.name}`}
            field={field}
            value={answers[field.name]}
            answers={answers}
            problem={isSubmitted ? problems[field.name] : undefined}
            onChange={(value) => answer(field.name, value)}
          />
        ))}
      </div>
    </Dialog>
  );
}

/** The current answers, kept across a reload. */
function useAnswers(options: AskOptions) {
  const [answers, setAnswers] = useState(options.initial);
  const draft = useKeptWork({
    key: keyOf(options),
    value: answers,
    isChanged: JSON.stringify(answers) !== JSON.stringify(options.initial),
    restore: (kept) => setAnswers({ ...answers, ...kept }),
    keepable: (now) => withoutSecrets(options, now),
  });
  const answer = (name: string, value: unknown) =>
    setAnswers((before) => answered(options, before, { name, value }));
  return { answers, answer, draft };
}

/** The same question on the same page has the same key after a reload. */
function keyOf({ title, fields }: AskOptions): string {
  return ['ask', location.pathname, title, ...fields.map(({ name }) => name)].join('.');
}

/** Passwords are never stored. */
function withoutSecrets({ fields }: AskOptions, answers: DataRecord): DataRecord {
  const secret = new Set(fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !secret.has(name)));
}

/** Sets an answer and clears those whose choices depended on it. */
function answered(
  { fields }: AskOptions,
  before: DataRecord,
  { name, value }: { readonly name: string; readonly value: unknown },
): DataRecord {
  const picked = fields.filter(({ optionsFrom = '' }) => askedIn(optionsFrom).includes(name));
  const again = picked.map((field) => [field.name, undefined]);
  return { ...before, ...Object.fromEntries(again), [name]: value };
}

/** The message for a text that cannot be parsed; such answers stay as typed. */
function unreadable({ kind }: Field, value: unknown): string | undefined {
  if (kind === 'date' && parseDay(String(value)) === undefined) return 'validation.format.date';
  return kind === 'integer' && typeof value !== 'number' ? 'validation.type.number' : undefined;
}

/** Errors by field; an empty optional field is not checked. */
function problemsOf(
  { fields, holds }: AskOptions,
  answers: DataRecord,
  say: Say,
): Readonly<Record<string, string>> {
  const found = fields.flatMap((field: Field) => {
    const isEmpty = (answers[field.name] ?? '') === '';
    if (isEmpty)
      return field.required ? [[field.name, say('validation.required', { label: say(field.label) })]] : [];
    const wrong = unreadable(field, answers[field.name]);
    if (wrong) return [[field.name, say(wrong, { label: say(field.label) })]];
    return holds(field, answers) ? [] : [[field.name, say(field.message ?? 'ui.ask.invalid')]];
  });
  return Object.fromEntries(found);
}
