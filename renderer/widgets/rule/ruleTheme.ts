import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Colours from our tokens; custom properties are inherited into the shadow root. */
export const ruleTheme: Extension = EditorView.theme({
  '&': {
    backgroundColor: 'var(--control-background)',
    color: 'var(--control-text)',
    fontSize: 'var(--text-size-l)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.7', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--color-text)', padding: '10px 4px', minHeight: '110px' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-placeholder': { color: 'var(--control-placeholder)' },
  '.cm-rule-text': { color: 'var(--color-success-text)' },
  '.cm-rule-number': { color: 'var(--color-warning-text)' },
  '.cm-rule-word': { color: 'var(--color-accent-text)', fontWeight: '600' },
  '.cm-rule-function': { color: 'var(--color-accent-text)' },
  '.cm-rule-comment': { color: 'var(--color-text-tertiary)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--color-accent-tint-strong)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--popover-background)',
    color: 'var(--color-text)',
    border: '1px solid var(--popover-border)',
    borderRadius: '6px',
    boxShadow: 'var(--popover-shadow)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-size-m)',
    maxWidth: '440px',
  },
  '.cm-rule-hover': { padding: '6px 10px' },
  '.cm-rule-hover strong': { fontWeight: '600' },
  '.cm-rule-hover span': { display: 'block', color: 'var(--color-text-secondary)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-completionDetail': {
    fontFamily: 'var(--font-sans)',
    fontStyle: 'normal',
    color: 'var(--color-text-tertiary)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-accent)',
    color: 'var(--color-on-accent)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '3px solid var(--color-danger-text)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--color-warning-text)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-danger-text)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-warning-text)',
    textUnderlineOffset: '3px',
  },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--color-accent)',
    color: 'var(--color-on-accent)',
    borderRadius: '4px',
    padding: '2px 8px',
  },
});

const tokens = new MatchDecorator({
  regexp:
    /(\/\*.*?\*\/)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\$[\p{L}_]\w*|\b(?:and|or|in|true|false|null)\b|(?<![\p{L}\w.])\d+(?:\.\d+)?/gu,
  decoration: ([token]) => Decoration.mark({ class: classOf(token ?? '') }),
});

function classOf(token: string): string {
  if (token.startsWith('/*')) return 'cm-rule-comment';
  if (token.startsWith('"') || token.startsWith("'")) return 'cm-rule-text';
  if (token.startsWith('$')) return 'cm-rule-function';
  return /^\d/.test(token) ? 'cm-rule-number' : 'cm-rule-word';
}

/** Syntax colours of texts, numbers, keywords and functions. */
export const ruleColours: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = tokens.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = tokens.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
