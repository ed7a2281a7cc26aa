import { type GridBlock, type GroupPeriod, type GroupValue, type Locale, periodDays } from '#engine';
import { formatsFor } from '../../data/formats.ts';
import { cellText } from '../CellValue.tsx';
import type { CellTools } from '../cellTools.ts';
import type { Grouping } from './groupingOf.ts';

type Named = { readonly value: GroupValue; readonly title?: string };

/** The name of a group: that of its value, record, person or period. */
export function groupName(
  { value, title }: Named,
  { field, per }: Grouping,
  block: GridBlock,
  tools: CellTools,
): string {
  if (value === null) return tools.say('ui.board.none');
  if (title !== undefined) return title || tools.say('ui.board.unnamed');
  if (per) return periodName(per, String(value), tools.locale);
  const column = block.columns.find(({ path }) => path === field.path);
  return cellText(value, column ?? { ...field, options: {} }, tools) || tools.say('ui.board.none');
}

/** `2026-Q3` as `Q3 2026`, `2026-07` as `July 2026`. */
export function periodName(per: GroupPeriod, text: string, locale: Locale): string {
  if (per === 'year') return text;
  if (per === 'day') return formatsFor(locale).date(text);
  const [year, quarter] = text.split('-Q');
  if (per === 'quarter') return `${locale.startsWith('fr') ? 'T' : 'Q'}${quarter} ${year}`;
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const name = month.format(new Date(`${periodDays(per, text).from}T00:00:00Z`));
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
