import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlAttributes, controlState } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';
import { addDays, parseDay, parseMoment } from './parseDay.ts';

const CalendarPopover = lazy(async () => ({
  default: (await import('./CalendarPopover.tsx')).CalendarPopover,
}));

type DateFieldProps = ControlProps & {
  /** `YYYY-MM-DD`, with a time `YYYY-MM-DD HH:MM`, or the raw text if it is neither. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly minimum?: string;
  readonly maximum?: string;
  /** Includes a time, on the 24-hour clock. */
  readonly withTime?: boolean;
};

/**
 * A date, optionally with a time: typed (`2026-03-01`, `20260301`, `20260301 8:15`), stepped with the arrow
 * keys, or picked from the calendar with Alt+Down.
 */
export function DateField(given: DateFieldProps) {
  const props = useRefusable(given);
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { shown, type, pick, leave } = useTyped(props);
  const parse = parserOf(props);
  const value = props.value ?? '';
  const isLocked = props.disabled || props.readOnly;
  const say = useMessage();

  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step || isLocked) return;
    event.preventDefault();
    if (event.altKey) setOpen(true);
    else if (parse(value)) pick(addDays(value, step));
  };
  return (
    <div className={styles.group} data-state={controlState(props)} ref={box}>
      <input
        {...controlAttributes(props)}
        className={styles.bare}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={shown}
        placeholder={props.placeholder ?? say(props.withTime ? 'ui.moment-format' : 'ui.date-format')}
        disabled={props.disabled}
        readOnly={props.readOnly}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
      />
      {!isLocked && <CalendarButton isOpen={isOpen} onOpen={() => setOpen(true)} />}
      {isOpen && (
        <Suspense>
          <CalendarPopover
            anchor={box}
            value={parse(value)?.slice(0, 10)}
            minimum={props.minimum}
            maximum={props.maximum}
            onPick={(day) => pick([day, ...value.split(' ').slice(1)].join(' '))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function parserOf({ withTime }: DateFieldProps) {
  return withTime ? parseMoment : parseDay;
}

/** Keeps the typed text until blur; the value becomes a date as soon as the text is one. */
function useTyped(props: DateFieldProps) {
  const { value, onChange, onBlur } = props;
  const parse = parserOf(props);
  const [draft, setDraft] = useState<string>();
  const give = (text: string) => onChange(text === '' ? undefined : text);
  return {
    shown: draft ?? value ?? '',
    type: (text: string) => {
      setDraft(text);
      give(text.trim() === '' ? '' : (parse(text) ?? text));
    },
    pick: (day: string) => {
      setDraft(undefined);
      give(parse(day) ?? day);
    },
    leave: () => {
      setDraft(undefined);
      onBlur?.();
    },
  };
}

/** Not in the tab order: Alt+Down in the field does the same. */
function CalendarButton({ isOpen, onOpen }: { isOpen: boolean; onOpen: () => void }) {
  const say = useMessage();
  return (
    <button
      type="button"
      className={styles.addon}
      aria-label={say('ui.open-calendar')}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      tabIndex={-1}
      onClick={onOpen}
    >
      <CalendarDays className={styles.icon} aria-hidden="true" />
    </button>
  );
}
