/** The text editor of rules, on CodeMirror; loaded on first use. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, placeholder } from '@codemirror/view';
import type { Say } from '../../data/messages.tsx';
import { completeRule } from './completeRule.ts';
import { ruleColours, ruleTheme } from './ruleTheme.ts';
import type { RuleAnswer, RuleProblem } from './ruleTypes.ts';

type RuleEditorOptions = {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly isReadOnly: boolean;
  readonly say: Say;
  /** The latest answer about the text. */
  readonly answer: () => RuleAnswer | undefined;
  readonly onChange: (text: string) => void;
  readonly onBlur: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
};

export type RuleEditor = {
  /** Sets a text from outside: builder, undo or reset. */
  readonly setText: (text: string) => void;
  /** Marks problems at their positions. */
  readonly mark: (problems: readonly RuleProblem[]) => void;
  readonly destroy: () => void;
};

/** In a shadow root CodeMirror uses adopted style sheets, which the Content-Security-Policy allows. */
export function createRuleEditor(options: RuleEditorOptions): RuleEditor {
  const { host, text } = options;
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const parent = document.createElement('div');
  root.append(parent);
  const state = EditorState.create({ doc: text, extensions: extensionsOf(options) });
  const view = new EditorView({ state, parent, root });
  return {
    setText: (next) => {
      if (next !== view.state.doc.toString())
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark: (problems) => {
      const found = problems.map((problem) => diagnosticOf(problem, view.state.doc.length, options.say));
      view.dispatch(setDiagnostics(view.state, found));
    },
    destroy: () => {
      view.destroy();
      parent.remove();
    },
  };
}

function extensionsOf(options: RuleEditorOptions): readonly Extension[] {
  const { label, say, isReadOnly } = options;
  return [
    EditorView.lineWrapping,
    ruleTheme,
    ruleColours,
    placeholder('Policy.TermMonth <= 60 and Vehicle.CPO'),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-description': say('ui.rule.keys'),
      spellcheck: 'false',
    }),
    typesOnHover(options),
    ...(isReadOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : writing(options)),
  ];
}

function writing({ say, answer, onChange, onBlur, onUndo, onRedo }: RuleEditorOptions): readonly Extension[] {
  const typeName = (type: string) => say(`ui.rule.type.${type}`);
  const run = (work: () => void) => () => {
    work();
    return true;
  };
  return [
    bracketMatching(),
    closeBrackets(),
    autocompletion({ override: [completeRule(answer, { typeName })], icons: false }),
    keymap.of([
      { key: 'Mod-z', run: run(onUndo), preventDefault: true },
      { key: 'Mod-y', run: run(onRedo), preventDefault: true },
      { key: 'Mod-Shift-z', run: run(onRedo), preventDefault: true },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
    EditorView.domEventHandlers({ blur: () => onBlur() }),
  ];
}

/** Shows name, type and values of the operand under the pointer. */
function typesOnHover({ say, answer }: RuleEditorOptions): Extension {
  return hoverTooltip((view, position) => {
    const { from, text } = view.state.doc.lineAt(position);
    const names = text.matchAll(/[\p{L}_][\p{L}\p{N}_.]*/gu);
    const found = [...names].find(
      ({ index, 0: name }) => position >= from + index && position <= from + index + name.length,
    );
    const operand = answer()?.Operands.find(({ SourceName }) => SourceName === found?.[0]);
    if (!found || !operand) return null;
    const create = () => {
      const dom = document.createElement('div');
      dom.className = 'cm-rule-hover';
      const name = document.createElement('strong');
      name.textContent = operand.Name;
      const type = document.createElement('span');
      type.textContent = say(`ui.rule.type.${operand.Type}`);
      const values = document.createElement('span');
      values.textContent = operand.Values.slice(0, 12)
        .map(({ Name }) => Name)
        .join(', ');
      dom.append(name, type, values);
      return { dom };
    };
    return { pos: from + found.index, end: from + found.index + found[0].length, above: true, create };
  });
}

function diagnosticOf(problem: RuleProblem, length: number, say: Say): Diagnostic {
  const { At, Length, Message, Level, Fix } = problem;
  const from = Math.min(At, length);
  const found = { from, to: Math.min(At + Math.max(1, Length), length), severity: Level, message: Message };
  if (Fix === null) return found;
  const apply = (view: EditorView, start: number, end: number) =>
    view.dispatch({ changes: { from: start, to: end, insert: Fix } });
  return { ...found, actions: [{ name: say('ui.rule.mend', { text: Fix }), apply }] };
}
