import { useId, useState } from 'react';
import { type AskModel, askedIn, type DataRecord, type ServerError } from '#engine';
import type { AskOptions } from '../data/dialogs.tsx';
import type { Intent } from '../data/intents.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { useKeptWork } from '../data/useKeptWork.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { DraftBar } from '../parts/DraftBar.tsx';
import { focusProblem } from '../parts/dialogRefusal.ts';
import { InlineForm } from '../parts/InlineForm.tsx';
import { parseDay } from '../parts/parseDay.ts';
import { RichText } from '../parts/RichText.tsx';
import styles from './AskDialogs.module.css';
import { AskFieldView } from './AskFieldView.tsx';

type Field = AskModel['fields'][number];
type Props = { readonly options: AskOptions; readonly onAnswer: (answers: DataRecord | undefined) => void };

/** Asks for values; stays open, with errors at their fields, until what they are for is done. */
export function AskDialog({ options, onAnswer }: Props) {
  const say = useMessage();
  const { main, problems, holdsWork, fields } = useAsk({ options, onAnswer });
  return (
    <Dialog
      size={options.fields.some(({ kind }) => kind === 'records') ? 'large' : 'small'}
      title={options.title}
      onClose={() => onAnswer(undefined)}
      main={main}
      cancel={say('ui.cancel')}
      {...{ problems, holdsWork }}
    >
      <div className={styles.ask}>{fields}</div>
    </Dialog>
  );
}

/** The same in a list, where the next record is usually added at once. */
export function AskInline({ options, onAnswer }: Props) {
  const say = useMessage();
  const { main, problems, holdsWork, fields } = useAsk({ options, onAnswer });
  return (
    <InlineForm
      title={options.title}
      onClose={() => onAnswer(undefined)}
      close={say('ui.close')}
      {...{ main, problems, holdsWork }}
    >
      <div className={styles.inline}>{fields}</div>
    </InlineForm>
  );
}

/** The questions, what was answered, and what the button does. */
function useAsk({ options, onAnswer }: Props) {
  const say = useMessage();
  const id = useId();
  const { answers, answer, draft } = useAnswers(options);
  const [isSubmitted, setSubmitted] = useState(false);
  const { refused, place } = useRefusedRecords(options, answers);
  const problems = problemsOf(options, answers, say);
  const faulty = options.fields.filter(({ name }) => problems[name]);
  const onPress = async (intent: Intent) => {
    setSubmitted(true);
    const [first] = faulty;
    if (first) focusProblem(`${id}-${first.name}`);
    else if (await options.send(answers, intent)) onAnswer(answers);
  };
  const tone = options.tone === 'danger' ? ('danger' as const) : ('primary' as const);
  const fields = (
    <>
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
          taken={options.taken?.[field.name] ?? none}
          refused={refused[field.name] ?? allowed}
          onChange={(value) => answer(field.name, value)}
        />
      ))}
    </>
  );
  return {
    main: { label: options.yes, tone, onPress, place },
    problems: isSubmitted
      ? faulty.map(({ name, label }) => ({ id: `${id}-${name}`, label: say(label) }))
      : undefined,
    holdsWork: options.fields.some(({ name, kind }) => kind === 'records' && !isEmpty(answers[name])),
    fields,
  };
}

const none: readonly string[] = [];
const allowed: ReadonlyMap<string, string> = new Map();

type Refused = Readonly<Record<string, ReadonlyMap<string, string>>>;

/** Errors of the body belong to the questions that it was made of, and to the records of a list of ids. */
function useRefusedRecords({ fields, questionAt }: AskOptions, answers: DataRecord) {
  const [refused, setRefused] = useState<Refused>({});
  const place = (errors: readonly ServerError[]) => {
    const placed = errors.map((error) => {
      const path = error.Path ?? error.Key;
      const name =
        questionAt?.(path, answers) ?? fields.find((one) => path.startsWith(`/${one.name}/`))?.name;
      return { error: name === undefined ? error : { ...error, Path: name }, name, path };
    });
    const found = fields.flatMap(({ name, kind }) => {
      const ids = answers[name];
      if (kind !== 'records' || !Array.isArray(ids)) return [];
      const own = placed.flatMap(({ error, path, name: of }) => {
        const id = of === name ? ids[Number(path.split('/').at(-1))] : undefined;
        return id === undefined ? [] : [[String(id), error.Value] as const];
      });
      return [[name, new Map(own)] as const];
    });
    setRefused(Object.fromEntries(found));
    return placed.map(({ error }) => error);
  };
  return { refused, place };
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
  if (kind === 'datetime' && !/^\d{4}-.*Z$/.test(String(value))) return 'validation.format.date-time';
  if (kind === 'date' && parseDay(String(value)) === undefined) return 'validation.format.date';
  return kind === 'integer' && typeof value !== 'number' ? 'validation.type.number' : undefined;
}

const isEmpty = (answer: unknown): boolean =>
  (answer ?? '') === '' || (Array.isArray(answer) && answer.length === 0);

/** Errors by field; an empty optional field is not checked. */
function problemsOf(
  { fields, holds }: AskOptions,
  answers: DataRecord,
  say: Say,
): Readonly<Record<string, string>> {
  const found = fields.flatMap((field: Field) => {
    if (isEmpty(answers[field.name]))
      return field.required ? [[field.name, say('validation.required', { label: say(field.label) })]] : [];
    const wrong = unreadable(field, answers[field.name]);
    if (wrong) return [[field.name, say(wrong, { label: say(field.label) })]];
    return holds(field, answers) ? [] : [[field.name, say(field.message ?? 'ui.ask.invalid')]];
  });
  return Object.fromEntries(found);
}
