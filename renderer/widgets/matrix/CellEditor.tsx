import { type FocusEvent, type KeyboardEvent, useRef } from 'react';
import type { CellPlace } from '#engine';
import styles from './matrix.module.css';

type Props = {
  readonly at: CellPlace;
  /** Initial text. */
  readonly text: string;
  readonly label: string;
  /** Ends editing; a text is set as the cell's value. `then` is the cell to focus. */
  readonly onEnd: (text: string | undefined, then?: CellPlace) => void;
};

/** The input of a cell; it handles its own keys. */
export function CellEditor({ at, text, label, onEnd }: Props) {
  const ended = useRef(false);
  const end = (typed: string | undefined, then?: CellPlace) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(typed, then);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const to = afterKey(event, at);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Escape' ? undefined : value, to);
  };
  return (
    <input
      className={styles.editor}
      aria-label={label}
      defaultValue={text}
      inputMode="decimal"
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the person has just asked to type here
      autoFocus
      onFocus={selectStart(text)}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}

/** Selects existing text, so that typing replaces it, but not the first typed key. */
function selectStart(text: string) {
  return ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    if (text.length > 1) currentTarget.select();
    else currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
  };
}

function afterKey({ key, shiftKey }: KeyboardEvent, { row, column }: CellPlace): CellPlace | undefined {
  const back = shiftKey ? -1 : 1;
  if (key === 'Enter') return { row: row + back, column };
  if (key === 'Tab') return { row, column: column + back };
  return key === 'Escape' ? { row, column } : undefined;
}
