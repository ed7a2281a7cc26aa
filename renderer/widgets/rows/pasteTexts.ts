import type { Say } from '../../data/messages.tsx';
import type { PasteEnd } from './pasteRows.ts';
import type { RowsPlace } from './rowsPlace.ts';

/** Most misfits named individually. */
const mostNamed = 5;

/** Messages about what a paste did and what it left out. */
export function pasteTexts(
  end: PasteEnd,
  { maxItems, isFixed }: Pick<RowsPlace, 'maxItems' | 'isFixed'>,
  say: Say,
): readonly string[] {
  const { misfits, rowsLeft, columnsLeft, joined } = end;
  const texts = [say('ui.rows.pasted', { count: end.cells, rows: end.rows })];
  if (joined > 0) texts.push(say('ui.rows.paste.joined', { count: joined }));
  if (rowsLeft > 0)
    texts.push(
      maxItems === undefined || isFixed
        ? say('ui.rows.paste.rows-left', { count: rowsLeft })
        : say('ui.rows.paste.rows-over', { count: rowsLeft, limit: maxItems }),
    );
  if (columnsLeft > 0) texts.push(say('ui.rows.paste.columns-left', { count: columnsLeft }));
  if (misfits.length > 0) texts.push(say('ui.rows.paste.misfits', { count: misfits.length }));
  for (const { row, column, text, why } of misfits.slice(0, mostNamed))
    texts.push(
      say('ui.rows.paste.misfit', {
        row: row + 1,
        column,
        text: text.length > 60 ? `${text.slice(0, 60)}…` : text,
        why: say(`ui.rows.paste.why.${why}`),
      }),
    );
  if (misfits.length > mostNamed)
    texts.push(say('ui.rows.paste.more', { count: misfits.length - mostNamed }));
  return texts;
}
