import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { RichText } from '../../parts/RichText.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import type { WidgetProps } from '../types.ts';
import { isTable } from './readValue.ts';
import styles from './values.module.css';

type AddInput = { readonly id: string; readonly label: string; readonly placeholder?: string };

type Props = {
  readonly props: WidgetProps;
  readonly inputs: readonly AddInput[];
  /** Initial texts of the inputs. */
  readonly start?: readonly string[];
  readonly hint: string;
  /** Adds the typed values; returns an error message on failure. */
  readonly onAdd: (texts: readonly string[]) => string | undefined;
  /** Adds a pasted table; returns an error message on failure. */
  readonly onPaste?: (text: string) => string | undefined;
};

/** The line that adds values: Enter adds, and clears it for the next one. */
export function AddLine({ props, inputs, start = [], hint, onAdd, onPaste }: Props) {
  const { inputId, message } = props;
  const first = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [issue, setIssue] = useState<string>();
  const texts = inputs.map(({ id }, at) => typed[id] ?? start[at] ?? '');
  const add = () => {
    const refusal = onAdd(texts);
    setIssue(refusal);
    if (refusal === undefined) setTyped({});
    first.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    add();
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!onPaste || !isTable(text)) return;
    event.preventDefault();
    setIssue(onPaste(text));
  };
  return (
    <div className={styles.add} onPaste={paste} data-row-add>
      <div className={styles.addInputs}>
        {inputs.map(({ id, label, placeholder }, at) => (
          <TextInput
            key={id}
            ref={at === 0 ? first : undefined}
            id={`${inputId}-add-${id}`}
            label={label}
            placeholder={placeholder ?? label}
            value={texts[at] ?? ''}
            invalid={issue !== undefined}
            describedBy={`${inputId}-hint${issue ? ` ${inputId}-issue` : ''}`}
            onChange={(text) => {
              setTyped((before) => ({ ...before, [id]: text }));
              setIssue(undefined);
            }}
            onKeyDown={onKeyDown}
          />
        ))}
        <Button onPress={add}>{message('ui.values.add')}</Button>
      </div>
      {issue && (
        <div id={`${inputId}-issue`} className={styles.issue} role="alert">
          <RichText text={issue} />
        </div>
      )}
      <p id={`${inputId}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
