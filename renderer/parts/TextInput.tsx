import type { HTMLInputAutoCompleteAttribute, KeyboardEvent, Ref } from 'react';
import styles from './control.module.css';
import { type ControlProps, controlAttributes } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';
import { limitOf } from './limitOf.tsx';

type TextInputProps = ControlProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'password' | 'email' | 'search' | 'tel' | 'url';
  /** The keyboard that touch screens show. */
  readonly inputMode?: 'email' | 'tel' | 'url' | undefined;
  readonly name?: string;
  /** Longer texts are kept and marked, never cut. */
  readonly maxLength?: number;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly autoFocus?: boolean;
  readonly spellCheck?: boolean;
  /** Id of a datalist with suggestions. */
  readonly list?: string;
  /** Ids of the open suggestion list and of its active option. */
  readonly controls?: string | undefined;
  readonly active?: string | undefined;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly ref?: Ref<HTMLInputElement>;
};

/** One line of text; a native input, to keep key presses fast. */
export function TextInput(given: TextInputProps) {
  const props = useRefusable(given);
  const limit = limitOf(props);
  const input = (
    <input
      {...controlAttributes({ ...props, ...limit.props })}
      data-overlong={limit.over || undefined}
      ref={props.ref}
      className={styles.control}
      type={props.type ?? 'text'}
      inputMode={props.inputMode}
      name={props.name}
      value={props.value}
      list={props.list}
      aria-autocomplete={props.controls ? 'list' : undefined}
      aria-controls={props.controls}
      aria-activedescendant={props.active}
      placeholder={props.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      autoComplete={props.autoComplete ?? 'off'}
      // biome-ignore lint/a11y/noAutofocus: used by dialogs and the sign-in page, where it comes first
      autoFocus={props.autoFocus}
      spellCheck={props.spellCheck}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
      onKeyDown={props.onKeyDown}
    />
  );
  return (
    <>
      {input}
      {limit.hint}
    </>
  );
}
