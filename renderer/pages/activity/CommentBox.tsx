import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useOwnId } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { forgetWork, keepWork, readKept } from '../../data/keptWork.ts';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import control from '../../parts/control.module.css';
import hidden from '../../parts/hidden.module.css';
import styles from './activity.module.css';
import { type Mentioned, stillMentioned } from './mentionText.ts';
import type { About } from './useAround.ts';
import { useMentions } from './useMentions.ts';

const longestComment = 4000;

type Draft = { readonly text: string; readonly people: readonly Mentioned[] };

type Props = {
  readonly about: About;
  readonly label: string;
  readonly send: string;
  /** Names the draft that is kept over a reload. */
  readonly name: string;
  readonly initial?: Draft;
  /** Throws what the server refused. */
  readonly onSend: (text: string, mentions: readonly string[]) => Promise<void>;
  readonly onCancel?: () => void;
  readonly cancel?: ReactNode;
};

const nothing: Draft = { text: '', people: [] };

/** A text with mentions: @ opens the picker, Ctrl+Enter sends, and a draft survives a reload. */
export function CommentBox(props: Props) {
  const { about, label, send, onCancel, cancel } = props;
  const [id, note] = [useId(), useId()];
  const area = useRef<HTMLTextAreaElement>(null);
  const work = useComment(props, area);
  const leave = () => {
    work.forget();
    onCancel?.();
  };
  return (
    <div className={styles.box}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <Field {...{ about, id, note, area, work }} onEscape={onCancel && leave} />
      <div className={styles.buttons}>
        <Button tone="primary" busy={work.isSending} onPress={() => void work.submit()}>
          {send}
        </Button>
        {onCancel && <Button onPress={leave}>{cancel}</Button>}
      </div>
    </div>
  );
}

type Area = RefObject<HTMLTextAreaElement | null>;

/** The draft, what is wrong with it, and its sending. */
function useComment({ about, name, initial = nothing, onSend }: Props, area: Area) {
  const say = useMessage();
  const { draft, setDraft, forget } = useKeptDraft(`comment.${about.entity}.${about.id}.${name}`, initial);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const { text } = draft;
  const tooLong =
    text.length > longestComment ? say('activity.comment.too-long', { limit: longestComment }) : undefined;
  const submit = async () => {
    if (isSending) return;
    const wrong = text.trim() === '' ? say('activity.comment.empty') : tooLong;
    setProblem(wrong);
    if (wrong) return area.current?.focus();
    setSending(true);
    try {
      const mentions = stillMentioned(text, draft.people).map(({ Id }) => Id);
      await onSend(text, mentions);
      forget();
      setDraft(nothing);
    } catch (error) {
      setProblem(errorText(error, say));
    } finally {
      setSending(false);
      area.current?.focus();
    }
  };
  const write = (next: string) => {
    setDraft((before) => ({ ...before, text: next }));
    setProblem(undefined);
  };
  const mention = (person: Mentioned) =>
    setDraft((before) => ({ ...before, people: [...before.people, person] }));
  return { draft, problem: problem ?? tooLong, isSending, submit, write, mention, forget };
}

type FieldProps = {
  readonly about: About;
  readonly id: string;
  readonly note: string;
  readonly area: Area;
  readonly work: ReturnType<typeof useComment>;
  /** Absent: Escape does nothing. */
  readonly onEscape: (() => void) | undefined;
};

function Field({ about, id, note, area, work, onEscape }: FieldProps) {
  const say = useMessage();
  const list = useId();
  const { draft, problem, write, mention } = work;
  const { text, people: known } = draft;
  const picker = useMentions({ about, text, known, area, onText: write, onMention: mention });
  const offered = say('activity.mention.offered', { count: picker.people.length });
  const isEdit = onEscape !== undefined;
  useEffect(() => {
    const element = area.current;
    if (isEdit && element) element.setSelectionRange(element.value.length, element.value.length);
  }, [isEdit, area]);
  const press = (event: KeyboardEvent) => {
    if (picker.press(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void work.submit();
    } else if (event.key === 'Escape') onEscape?.();
  };
  return (
    <>
      <div className={styles.field}>
        <textarea
          id={id}
          ref={area}
          className={control.area}
          rows={3}
          value={text}
          // biome-ignore lint/a11y/noAutofocus: an edit begins where the person pressed Edit
          autoFocus={isEdit}
          aria-describedby={note}
          aria-invalid={problem !== undefined || undefined}
          data-state={problem ? 'invalid' : 'idle'}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={picker.isOpen ? list : undefined}
          aria-activedescendant={picker.isOpen ? `${list}-${picker.active}` : undefined}
          onChange={(event) => {
            write(event.target.value);
            picker.look();
          }}
          onSelect={picker.look}
          onKeyDown={press}
          onBlur={picker.close}
        />
        {picker.isOpen && <People id={list} label={offered} picker={picker} />}
      </div>
      <p role="status" className={hidden.hidden}>
        {picker.isOpen ? offered : ''}
      </p>
      <p id={note} className={problem ? styles.problem : styles.note} role={problem ? 'alert' : undefined}>
        {problem ?? say(picker.isNobody ? 'activity.mention.nobody' : 'activity.comment.help')}
      </p>
    </>
  );
}

type PeopleProps = {
  readonly id: string;
  readonly label: string;
  readonly picker: Pick<ReturnType<typeof useMentions>, 'people' | 'active' | 'take'>;
};

function People({ id, label, picker }: PeopleProps) {
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label={label} className={styles.people}>
      {picker.people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
        <div
          key={person.Id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === picker.active}
          className={styles.person}
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => picker.take(person)}
        >
          {person.DisplayName}
        </div>
      ))}
    </div>
  );
}

/** What is being written, as it was before a reload. */
function useKeptDraft(name: string, initial: Draft) {
  const key = `${useOwnId()}.${name}`;
  const [draft, setDraft] = useState<Draft>(() => readKept<Draft>(key)?.changes ?? initial);
  const first = useRef(initial);
  useEffect(() => {
    if (draft.text === first.current.text || draft.text === '') forgetWork(key);
    else keepWork(key, draft);
  }, [key, draft]);
  return { draft, setDraft, forget: () => forgetWork(key) };
}
