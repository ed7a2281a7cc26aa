import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useMessage } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlAttributes, controlState } from './control.ts';
import { addDays, parseDay } from './parseDay.ts';

const CalendarPopover = lazy(async () => ({
  default: (await import('./CalendarPopover.tsx')).CalendarPopover,
}));

export type DateFieldProps = ControlProps & {
  /** `YYYY-MM-DD`, or what was typed while it is no day. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly minimum?: string;
  readonly maximum?: string;
};

/** A day: typed (`2026-03-01`, `20260301`), stepped with the arrow keys, or picked with Alt+Down. */
export function DateField(props: DateFieldProps) {
  const say = useMessage();
  const box = useRef<HTMLDivElement>(null);
  const [draft, setDraft] = useState<string>();
  const [open, setOpen] = useState(false);
  const value = props.value ?? '';
  const locked = props.disabled || props.readOnly;

  const change = (text: string) => {
    setDraft(undefined);
    props.onChange(text === '' ? undefined : text);
  };
  const type = (text: string) => {
    change(text.trim() === '' ? '' : (parseDay(text) ?? text));
    setDraft(text);
  };
  const press = (event: KeyboardEvent) => {
    if (locked) return;
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.altKey) setOpen(true);
    else if (parseDay(value)) change(addDays(value, step));
  };
  return (
    <div className={styles.group} data-state={controlState(props)} ref={box}>
      <input
        {...controlAttributes(props)}
        className={styles.bare}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? value}
        placeholder={props.placeholder ?? say('ui.date-format')}
        disabled={props.disabled}
        readOnly={props.readOnly}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={() => {
          setDraft(undefined);
          props.onBlur?.();
        }}
      />
      {!locked && (
        <button
          type="button"
          className={styles.addon}
          aria-label={say('ui.open-calendar')}
          aria-expanded={open}
          aria-haspopup="dialog"
          tabIndex={-1}
          onClick={() => setOpen(true)}
        >
          <CalendarDays className={styles.icon} aria-hidden="true" />
        </button>
      )}
      {open && (
        <Suspense>
          <CalendarPopover
            anchor={box}
            value={parseDay(value)}
            minimum={props.minimum}
            maximum={props.maximum}
            onPick={change}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
