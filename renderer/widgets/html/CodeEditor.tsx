import { redo, undo } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { Bold, Heading2, Italic, List, type LucideIcon, Redo2, Table, Undo2 } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { scopeAt } from '#engine';
import { IconButton } from '../../parts/IconButton.tsx';
import { Toolbar } from '../../parts/Toolbar.tsx';
import type { WidgetProps } from '../types.ts';
import { createCodeEditor } from './createCodeEditor.ts';
import { FieldPicker } from './FieldPicker.tsx';
import styles from './html.module.css';
import { insertAround, insertText, snippets } from './snippets.ts';
import { createTemplateContext, type TemplateContext } from './templateContext.ts';
import { insertionOf, templateFields } from './templateFields.ts';

/** Edits HTML as text, with tools; loaded on first use. */
export function CodeEditor(props: WidgetProps) {
  const { view: field, isReadOnly, message, model, entity } = props;
  const editor = useRef<EditorView>(undefined);
  // A function instead of the editor as a prop: React's dev tools would traverse its endless object graph.
  const use = useCallback<UseEditor>((work) => {
    if (!editor.current) return;
    work(editor.current);
    editor.current.focus();
  }, []);
  const setEditor = useCallback((made: EditorView | undefined) => {
    editor.current = made;
  }, []);
  const [findings, setFindings] = useState(0);
  const isTemplate = field.field.template !== undefined && entity !== undefined;
  const context = useMemo(
    () => (isTemplate && entity ? createTemplateContext(model, entity) : undefined),
    [isTemplate, model, entity],
  );
  return (
    <div className={styles.editor} data-state={props.isInvalid ? 'invalid' : 'idle'}>
      {!isReadOnly && <Tools {...props} use={use} context={context} />}
      <EditorHost {...props} context={context} onEditor={setEditor} onFindings={setFindings} />
      {!isReadOnly && (
        <p className={styles.hint}>
          <span aria-live="polite" className={styles.findings}>
            {findings > 0 && message('ui.html.findings', { count: findings })}
          </span>
          {message(context ? 'ui.html.keys.fields' : 'ui.html.keys')}
        </p>
      )}
    </div>
  );
}

type HostProps = WidgetProps & {
  readonly context?: TemplateContext;
  readonly onEditor: (editor: EditorView | undefined) => void;
  readonly onFindings: (count: number) => void;
};

/** Hosts CodeMirror, which holds the text; the form receives changes and may replace the text. */
function EditorHost(props: HostProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const text = textOf(props.view.value);
  const { message, label, isReadOnly, context } = props;
  useEffect(() => {
    if (!host.current) return undefined;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const parent = document.createElement('div');
    parent.style.height = '100%';
    root.append(parent);
    const made = createCodeEditor({
      root,
      parent,
      text: textOf(latest.current.view.value),
      label: message('ui.html.editor', { label }),
      hint: message(context ? 'ui.html.keys.fields' : 'ui.html.keys'),
      isReadOnly,
      context,
      say: message,
      onChange: (typed) => latest.current.onChange(typed === '' ? null : typed),
      onBlur: () => latest.current.onTouch(),
      onFindings: (count) => latest.current.onFindings(count),
    });
    editor.current = made;
    latest.current.onEditor(made);
    return () => {
      latest.current.onEditor(undefined);
      made.destroy();
      parent.remove();
    };
  }, [message, label, isReadOnly, context]);
  useEffect(() => {
    const shown = editor.current;
    const before = shown?.state.doc.toString();
    if (shown && before !== text)
      shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: text } });
  }, [text]);
  // The frame forwards focus to the editor; a host that did so itself would drop out of the tab order.
  const handOn = (event: React.FocusEvent) => event.target === event.currentTarget && editor.current?.focus();
  return (
    // biome-ignore lint/a11y/useSemanticElements: an editor is not a fieldset
    <div
      id={props.inputId}
      role="group"
      aria-label={label}
      className={styles.host}
      tabIndex={-1}
      onFocus={handOn}
    >
      <div ref={host} data-editor="html" />
    </div>
  );
}

/** CodeMirror uses only `\n` as line break. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
}

/** Runs an operation on the editor, if it exists, and focuses it. */
type UseEditor = (work: (view: EditorView) => void) => void;

type ToolsProps = WidgetProps & { readonly use: UseEditor; readonly context?: TemplateContext };

function Tools({ use, context, message, model, entity, inputId }: ToolsProps) {
  const words = { item: message('ui.html.list-item'), column: message('ui.html.column') };
  const tool = (label: string, icon: LucideIcon, run: (view: EditorView) => void) => (
    <IconButton icon={icon} label={message(label)} size="small" onPress={() => use(run)} />
  );
  return (
    <div className={styles.tools}>
      <Toolbar label={message('ui.html.tools')}>
        {tool('ui.html.undo', Undo2, undo)}
        {tool('ui.html.redo', Redo2, redo)}
        {tool('ui.html.bold', Bold, (view) => insertAround(view, '<strong>', '</strong>'))}
        {tool('ui.html.italic', Italic, (view) => insertAround(view, '<em>', '</em>'))}
        {tool('ui.html.heading', Heading2, (view) => insertAround(view, '<h2>', '</h2>'))}
        {tool('ui.html.list', List, (view) => insertText(view, snippets.list(words)))}
        {tool('ui.html.table', Table, (view) => insertText(view, snippets.table(words)))}
      </Toolbar>
      {context && entity && (
        <FieldPicker
          id={`${inputId}-field`}
          fields={templateFields({ model, entity, say: message })}
          label={message('ui.html.field')}
          placeholder={message('ui.html.field.placeholder')}
          onPick={(field) =>
            use((view) => {
              const { lists } = scopeAt(view.state.doc.toString(), view.state.selection.main.from, context);
              insertText(view, insertionOf(field, lists));
            })
          }
        />
      )}
    </div>
  );
}
