import { type KeyboardEvent, useId, useState } from 'react';
import type { ControlProps } from './control.ts';
import styles from './SuggestInput.module.css';
import { TextInput } from './TextInput.tsx';

type SuggestInputProps = ControlProps & {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Suggestions for the typed text; any other text is valid too. */
  readonly suggestions: readonly string[];
};

/** One line of free text with suggestions: arrow keys and Enter take one, Escape closes them. */
export function SuggestInput({ suggestions, ...props }: SuggestInputProps) {
  const list = useId();
  const { isOpen, at, change, take, press, leave } = useSuggestions({ ...props, suggestions });
  return (
    <div className={styles.box}>
      <TextInput
        {...props}
        type="search"
        onChange={change}
        onKeyDown={press}
        onBlur={leave}
        controls={isOpen ? list : undefined}
        active={isOpen && at >= 0 ? `${list}-${at}` : undefined}
      />
      {isOpen && (
        <div
          id={list}
          role="listbox"
          tabIndex={-1}
          aria-labelledby={props.labelledBy}
          className={styles.list}
        >
          {suggestions.map((text, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
            <div
              key={text}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={styles.option}
              // Keep the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(text)}
            >
              {text}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function useSuggestions({ value, suggestions, onChange, onBlur }: SuggestInputProps) {
  const [isAsked, ask] = useState(false);
  const [at, move] = useState(-1);
  const isOpen = isAsked && suggestions.some((text) => text !== value);
  const take = (text: string) => {
    ask(false);
    move(-1);
    onChange(text);
  };
  const change = (text: string) => {
    ask(true);
    move(-1);
    onChange(text);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const active = suggestions[at];
    if (step && suggestions.length > 0) {
      ask(true);
      move((at + step + suggestions.length + (at < 0 && step < 0 ? 1 : 0)) % suggestions.length);
    } else if (event.key === 'Enter' && isOpen && active !== undefined) take(active);
    else if (event.key === 'Escape' && isOpen) ask(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = () => {
    ask(false);
    onBlur?.();
  };
  return { isOpen, at: Math.min(at, suggestions.length - 1), change, take, press, leave };
}
