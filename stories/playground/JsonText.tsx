import { useEffect, useRef } from 'react';
import type { Finding } from '#engine';
import type { Known } from './completeJson.ts';
import { createJsonEditor, type JsonEditor } from './createJsonEditor.ts';
import styles from './playground.module.css';

type Props = {
  readonly label: string;
  readonly text: string;
  readonly known: Known;
  readonly findings: readonly Finding[];
  /** The finding to scroll to. */
  readonly sought: Sought | undefined;
  readonly onChange: (text: string) => void;
};

/** A new object per request, even for the same finding. */
export type Sought = { readonly finding: Finding };

/** Edits a declaration as text, with findings marked. */
export function JsonText(props: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const { label, text, findings, sought } = props;
  useEffect(() => {
    if (!host.current) return undefined;
    const made = createJsonEditor({
      parent: host.current,
      text: latest.current.text,
      label,
      known: () => latest.current.known,
      onChange: (typed) => latest.current.onChange(typed),
    });
    editor.current = made;
    return () => made.destroy();
  }, [label]);
  useEffect(() => editor.current?.setText(text), [text]);
  useEffect(() => editor.current?.mark(findings), [findings]);
  useEffect(() => sought && editor.current?.goTo(sought.finding), [sought]);
  return <div ref={host} className={styles.editor} />;
}
