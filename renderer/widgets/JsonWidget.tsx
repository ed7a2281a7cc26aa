import { useState } from 'react';
import { TextArea } from '../parts/TextArea.tsx';
import { controlProps } from './controlProps.ts';
import { named } from './rank.ts';
import type { WidgetEntry, WidgetProps } from './types.ts';
import styles from './widgets.module.css';

/** Edits JSON as text; the record changes only while the text is valid. */
export function JsonWidget(props: WidgetProps) {
  const [typed, setTyped] = useState<string>();
  const isBroken = typed !== undefined && parse(typed) === undefined;
  return (
    <div className={styles.code}>
      <TextArea
        {...controlProps(props)}
        invalid={isBroken || props.isInvalid}
        rows={5}
        value={typed ?? write(props.view.value)}
        onChange={(text) => {
          setTyped(text);
          const parsed = parse(text);
          if (parsed) props.onChange(parsed.value);
        }}
        onBlur={() => {
          if (!isBroken) setTyped(undefined);
          props.onTouch();
        }}
      />
      {isBroken && <p className={styles.broken}>{props.message('ui.json.broken')}</p>}
    </div>
  );
}

function write(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

function parse(text: string): { value: unknown } | undefined {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export const jsonEntry: WidgetEntry = {
  name: 'json',
  tester: named('json'),
  component: JsonWidget,
  frame: 'field',
};
