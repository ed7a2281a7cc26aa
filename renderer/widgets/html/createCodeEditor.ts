import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, linter, lintGutter, nextDiagnostic } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { checkTemplate, type TemplateProblem } from '#engine';
import type { Say } from '../../data/messages.tsx';
import { completeTemplate } from './completeTemplate.ts';
import { editorTheme, markPlaceholders } from './editorTheme.ts';
import type { TemplateContext } from './templateContext.ts';

type CodeEditorOptions = {
  readonly root: ShadowRoot;
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Says how to leave the editor by keyboard. */
  readonly hint: string;
  readonly isReadOnly: boolean;
  /** What placeholders may read; absent for plain HTML. */
  readonly context?: TemplateContext;
  readonly say: Say;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly onFindings: (count: number) => void;
};

/**
 * CodeMirror in a shadow root, where it uses adopted style sheets: the Content-Security-Policy allows these,
 * but forbids style elements.
 */
export function createCodeEditor(options: CodeEditorOptions): EditorView {
  const { root, parent, text } = options;
  const state = EditorState.create({
    doc: text,
    extensions: [...commonExtensions(options), ...writing(options)],
  });
  return new EditorView({ state, parent, root });
}

function commonExtensions({ label, hint, say }: CodeEditorOptions): readonly Extension[] {
  return [
    lineNumbers(),
    EditorView.lineWrapping,
    html({ autoCloseTags: true }),
    editorTheme,
    markPlaceholders,
    EditorState.phrases.of({ Completions: say('ui.html.field') }),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-description': hint,
      spellcheck: 'false',
      tabindex: '0',
    }),
  ];
}

function writing(options: CodeEditorOptions): readonly Extension[] {
  const { isReadOnly, context, onChange, onBlur } = options;
  // Still focusable, for reading and copying.
  if (isReadOnly) return [EditorState.readOnly.of(true)];
  return [
    // Before other handlers: after Escape, the next Tab always leaves the editor.
    EditorView.domEventHandlers({
      keydown: (event, view) => {
        if (event.key === 'Escape') view.setTabFocusMode(leaveWithin);
        return false;
      },
    }),
    history(),
    bracketMatching(),
    closeBrackets(),
    autocompletion(),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      { key: 'F8', run: nextDiagnostic },
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    EditorView.domEventHandlers({ blur: () => onBlur() }),
    ...(context ? [marks(options, context), completions(context)] : []),
  ];
}

/** Time after Escape in which Tab leaves, in milliseconds. */
const leaveWithin = 5_000;

function completions(context: TemplateContext): Extension {
  const data = [{ autocomplete: completeTemplate(context) }];
  return EditorState.languageData.of(() => data);
}

function marks({ say, onFindings }: CodeEditorOptions, context: TemplateContext): Extension {
  const check = linter(
    (view) => {
      const problems = checkTemplate(view.state.doc.toString(), context);
      onFindings(problems.length);
      return problems.map((problem) => diagnosticOf(problem, view, say));
    },
    { delay: 300 },
  );
  return [check, lintGutter()];
}

function diagnosticOf(problem: TemplateProblem, { state }: EditorView, say: Say): Diagnostic {
  const { at, length, line, column, fix } = problem;
  const from = Math.min(at, state.doc.length);
  const message = say(problem.message, { ...problem.params, line, column });
  const found: Diagnostic = { from, to: Math.min(at + length, state.doc.length), severity: 'error', message };
  if (fix === undefined) return found;
  const mend = (view: EditorView, start: number, end: number) =>
    view.dispatch({ changes: { from: start, to: end, insert: fix } });
  return { ...found, actions: [{ name: say('ui.html.mend', { text: fix }), apply: mend }] };
}
