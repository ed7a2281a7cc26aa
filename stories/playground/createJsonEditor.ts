import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import type { Finding } from '#engine';
import { ruleColours, ruleTheme } from '#renderer';
import { completeJson, type Known } from './completeJson.ts';
import { spotOf } from './jsonPlaces.ts';

/** Line numbers in token colours, for both themes. */
const gutter = EditorView.theme({
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--color-surface-sunken)',
    color: 'var(--color-text-tertiary)',
  },
});

export type JsonEditor = {
  readonly setText: (text: string) => void;
  readonly mark: (findings: readonly Finding[]) => void;
  /** Scrolls to a finding and puts the cursor there. */
  readonly goTo: (finding: Finding) => void;
  readonly destroy: () => void;
};

type Options = {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly known: () => Known;
  readonly onChange: (text: string) => void;
};

/** The editor of rule texts, set up for declarations. */
export function createJsonEditor({ parent, text, label, known, onChange }: Options): JsonEditor {
  const state = EditorState.create({
    doc: text,
    extensions: [
      // Before other handlers: after Escape, the next Tab always leaves the editor.
      EditorView.domEventHandlers({
        keydown: (event, view) => {
          if (event.key === 'Escape') view.setTabFocusMode(5_000);
          return false;
        },
      }),
      lineNumbers(),
      lintGutter(),
      ruleTheme,
      gutter,
      ruleColours,
      history(),
      bracketMatching(),
      closeBrackets(),
      autocompletion({ override: [completeJson(known)], icons: false }),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...historyKeymap,
        ...lintKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    ],
  });
  const view = new EditorView({ state, parent });
  return {
    setText: (next) => {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark: (findings) => {
      const written = view.state.doc.toString();
      const marks = findings.flatMap((finding) => {
        const { message, severity } = finding;
        const spot = spotOf(written, finding);
        return spot ? [{ from: spot.from, to: spot.to, message, severity }] : [];
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    goTo: (finding) => {
      const spot = spotOf(view.state.doc.toString(), finding);
      if (!spot) return;
      const effects = EditorView.scrollIntoView(spot.from, { y: 'center' });
      view.dispatch({ selection: { anchor: spot.from, head: spot.to }, effects });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}
