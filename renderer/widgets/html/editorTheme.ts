import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Colours from our tokens: custom properties are inherited into the shadow root. */
const theme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--control-background)',
    color: 'var(--control-text)',
    fontSize: 'var(--text-size-m)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--color-text)', paddingBlock: '8px' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-surface-sunken)',
    color: 'var(--color-text-tertiary)',
    borderRight: '1px solid var(--color-border)',
  },
  '.cm-placeholder-tag': {
    backgroundColor: 'var(--color-accent-tint)',
    color: 'var(--color-accent-text)',
    borderRadius: '3px',
  },
  '.cm-placeholder-tag *': { color: 'inherit' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--color-accent-tint-strong)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--popover-background)',
    color: 'var(--color-text)',
    border: '1px solid var(--popover-border)',
    borderRadius: '6px',
    boxShadow: 'var(--popover-shadow)',
    fontFamily: 'var(--font-sans)',
    fontSize: 'var(--text-size-m)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--color-accent)',
    color: 'var(--color-on-accent)',
  },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '3px solid var(--color-danger-text)' },
  '.cm-diagnosticAction': {
    backgroundColor: 'var(--color-accent)',
    color: 'var(--color-on-accent)',
    borderRadius: '4px',
    padding: '2px 8px',
  },
});

/** Replaces CodeMirror colours that lack contrast on white by darker ones of the same hue. */
const onWhite: Readonly<Record<string, string>> = {
  '#085': '#006b43',
  '#e40': '#b83200',
  '#f00': '#c00000',
  '#940': '#804000',
};

/** Lighter colours for dark mode. */
const inTheDark: Readonly<Record<string, string>> = {
  '#708': '#d9a6ff',
  '#219': '#9db4ff',
  '#164': '#8fdcae',
  '#a11': '#ffab9e',
  '#e40': '#ffb27a',
  '#00f': '#9db4ff',
  '#30a': '#c3b1ff',
  '#085': '#7ddbb0',
  '#167': '#86d3e6',
  '#256': '#9ccbe0',
  '#00c': '#9db4ff',
  '#940': '#d8b48c',
  '#f00': '#ff8d96',
  '#404740': '#b8c0b8',
};

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => {
    const color = typeof spec.color === 'string' ? spec.color : '';
    const dark = inTheDark[color];
    return dark ? { ...spec, color: `light-dark(${onWhite[color] ?? color}, ${dark})` } : spec;
  }),
);

export const editorTheme: Extension = [theme, syntaxHighlighting(highlight)];

const placeholders = new MatchDecorator({
  regexp: /\{\{.*?\}\}/g,
  decoration: Decoration.mark({ class: 'cm-placeholder-tag' }),
});

/** Highlights placeholders in HTML. */
export const markPlaceholders: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = placeholders.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = placeholders.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
