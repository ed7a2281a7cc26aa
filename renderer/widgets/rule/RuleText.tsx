import { useEffect, useRef, useState } from 'react';
import type { RuleEditor } from './createRuleEditor.ts';
import type { RuleParts } from './RuleParts.ts';
import styles from './rule.module.css';
import type { TextHistory } from './useTextHistory.ts';

type Props = RuleParts & { readonly history: TextHistory };

/** Edits a rule as text, with completion, inline errors and types on hover. */
export function RuleText(props: Props) {
  const { message: say, text, label, isReadOnly, checked, inputId, isInvalid } = props;
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<RuleEditor>();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    let made: RuleEditor | undefined;
    let isGone = false;
    void import('./createRuleEditor.ts').then(({ createRuleEditor }) => {
      if (isGone || !host.current) return;
      made = createRuleEditor({
        host: host.current,
        text: latest.current.text,
        label,
        isReadOnly,
        say,
        answer: () => latest.current.checked.answer,
        onChange: (typed) => latest.current.history.change(typed),
        onBlur: () => latest.current.onTouch(),
        onUndo: () => latest.current.history.undo(),
        onRedo: () => latest.current.history.redo(),
      });
      setEditor(made);
    });
    return () => {
      isGone = true;
      made?.destroy();
    };
  }, [label, isReadOnly, say]);
  useEffect(() => editor?.setText(text), [editor, text]);
  useEffect(() => {
    // Positions of an outdated text would be wrong.
    if (checked.text === text) editor?.mark(checked.answer?.Problems ?? []);
  }, [editor, text, checked]);
  return (
    <div className={styles.editor} data-state={isInvalid ? 'invalid' : 'idle'}>
      <div ref={host} id={inputId} tabIndex={-1} data-editor="rule" data-ready={editor !== undefined} />
    </div>
  );
}
