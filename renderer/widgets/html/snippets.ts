import type { EditorView } from '@codemirror/view';

/** Wraps the selection in tags. */
export function insertAround(view: EditorView, before: string, after: string): void {
  const { from, to } = view.state.selection.main;
  const selected = view.state.sliceDoc(from, to);
  view.dispatch({
    changes: { from, to, insert: before + selected + after },
    selection: { anchor: from + before.length, head: from + before.length + selected.length },
    scrollIntoView: true,
    userEvent: 'input',
  });
}

/** Replaces the selection, and puts the cursor after the text. */
export function insertText(view: EditorView, text: string): void {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert: text },
    selection: { anchor: from + text.length },
    scrollIntoView: true,
    userEvent: 'input',
  });
}

type Words = { readonly item: string; readonly column: string };

/** Snippets for markup that is tedious to type. */
export const snippets = {
  list: ({ item }: Words) => `<ul>\n  <li>${item} 1</li>\n  <li>${item} 2</li>\n</ul>\n`,
  table: ({ column }: Words) =>
    [
      '<table style="border-collapse: collapse; width: 100%">',
      `  <thead>${row('th', column)}</thead>`,
      '  <tbody>',
      `    ${row('td', ' ')}`,
      '  </tbody>',
      '</table>\n',
    ].join('\n'),
};

function row(cell: 'th' | 'td', text: string): string {
  const style = 'style="text-align: left; padding: 6px 10px; border-bottom: 1px solid #d5dde5"';
  const one = (number: number) => `<${cell} ${style}>${cell === 'th' ? `${text} ${number}` : text}</${cell}>`;
  return `<tr>${one(1)}${one(2)}</tr>`;
}
