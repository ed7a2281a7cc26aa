/** Conditions, layout and period of a list: restored from memory, and read from an address. */
import { isCalendarDay } from '../fields/filterInputs.ts';
import { parseWhereText, readWhere } from '../query/whereTree.ts';
import type { CalendarSpan, GridBlock } from '../types/modelTypes.ts';
import type { GridLook } from './types.ts';

/** The parameters in an address. */
export const lookNames = ['where', 'layout', 'span', 'day'] as const;

/** What still applies of a stored look. */
export function restoreLook(block: GridBlock, kept: Readonly<Record<string, unknown>>): GridLook {
  const layout = block.layouts?.find(({ kind }) => kind === kept.layout)?.kind;
  const where = readWhere(kept.where);
  const span = block.layouts?.some(({ kind }) => kind === 'calendar') && spanOf(kept.span);
  const day = typeof kept.day === 'string' && isCalendarDay(kept.day) ? kept.day : undefined;
  return {
    ...(where && { where }),
    ...(layout && { layout }),
    ...(span && { span }),
    ...(day && { day }),
  };
}

const spans: readonly CalendarSpan[] = ['day', 'week', 'month'];
const spanOf = (value: unknown): CalendarSpan | undefined => spans.find((one) => one === value);

/** The look as parameters of an address. */
export function lookParameters({
  where,
  layout,
  span,
  day,
}: GridLook): readonly (readonly [string, string])[] {
  const texts = { where: where && JSON.stringify(where), layout, span, day };
  return lookNames.flatMap((name) => {
    const text = texts[name];
    return text ? [[name, text] as const] : [];
  });
}

/** The look in an address; what cannot be read is left out. */
export function readLook(block: GridBlock, parameters: URLSearchParams): GridLook {
  const where = parseWhereText(parameters.get('where') ?? '');
  const [layout, span, day] = ['layout', 'span', 'day'].map((name) => parameters.get(name));
  return restoreLook(block, { where, layout, span, day });
}

/** Every member, so that spreading it clears those that are not set. */
export function wholeLook({ where, layout, span, day }: GridLook): WholeLook {
  return { where, layout, span, day };
}

type WholeLook = { readonly [Name in keyof Required<GridLook>]: GridLook[Name] | undefined };

type Unknown = { readonly [Name in keyof GridLook]?: unknown };

/** Whether all are well-formed; the fields and layout that they name are checked elsewhere. */
export function isLook({ where, layout, span }: Unknown): boolean {
  const isName = layout === undefined || (typeof layout === 'string' && /^[a-z]{1,20}$/.test(layout));
  const isSpan = span === undefined || spanOf(span) !== undefined;
  return isName && isSpan && (where === undefined || readWhere(where) !== undefined);
}
