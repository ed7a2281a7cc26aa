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
import { placeOf, readPlaces } from './jsonPlaces.ts';

/** Line numbers in the colours of the tokens, whatever the theme. */
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
  readonly destroy: () => void;
};

type Options = {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly known: () => Known;
  readonly onChange: (text: string) => void;
};

/** The editor of the configurator's rules, with the words of the language instead of those of a rule. */
export function createJsonEditor({ parent, text, label, known, onChange }: Options): JsonEditor {
  const state = EditorState.create({
    doc: text,
    extensions: [
      // First of all: whatever else Escape does here, the next Tab leaves.
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
      const { places } = readPlaces(view.state.doc.toString());
      const marks = findings.map(({ path, message, severity }) => {
        const found = placeOf(places, path);
        const { from, to } = found?.name ?? found ?? { from: 0, to: 0 };
        return { from, to, message, severity };
      });
      view.dispatch(setDiagnostics(view.state, marks));
    },
    destroy: () => view.destroy(),
  };
}
