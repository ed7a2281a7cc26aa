/** Conditions, layout, period and grouping of a list: restored from memory, and read from an address. */
import { isCalendarDay } from '../fields/filterInputs.ts';
import { parseWhereText, readWhere } from '../query/whereTree.ts';
import { type CalendarSpan, calendarSpans } from '../types/layoutTypes.ts';
import type { GridBlock } from '../types/modelTypes.ts';
import type { GridLook } from './types.ts';

/** The parameters in an address. */
export const lookNames = ['where', 'layout', 'day', 'span', 'group'] as const;

/** What still applies of a stored look. */
export function restoreLook(block: GridBlock, kept: Readonly<Record<string, unknown>>): GridLook {
  const layout = block.layouts?.find(({ kind }) => kind === kept.layout)?.kind;
  const where = readWhere(kept.where);
  const span = calendarSpans.find((one) => one === kept.span);
  return {
    ...(where && { where }),
    ...(layout && { layout }),
    ...(typeof kept.day === 'string' && isCalendarDay(kept.day) && { day: kept.day }),
    ...(span && { span }),
    ...(typeof kept.group === 'string' && isGroupable(block, kept.group) && { group: kept.group }),
  };
}

/** The look as parameters of an address. */
export function lookParameters(look: GridLook): readonly (readonly [string, string])[] {
  return lookNames.flatMap((name) => {
    const value = look[name];
    if (value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const];
  });
}

/** The look in an address; what cannot be read is left out. */
export function readLook(block: GridBlock, parameters: URLSearchParams): GridLook {
  const text = (name: string) => parameters.get(name) ?? undefined;
  const where = parseWhereText(text('where') ?? '');
  return restoreLook(block, {
    where,
    layout: text('layout'),
    day: text('day'),
    span: text('span'),
    group: text('group'),
  });
}

/** Every member, so that spreading it clears those that are not set. */
export function wholeLook({ where, layout, day, span, group }: GridLook): WholeLook {
  return { where, layout, day, span, group };
}

type WholeLook = {
  readonly where: GridLook['where'] | undefined;
  readonly layout: GridLook['layout'] | undefined;
  readonly day: string | undefined;
  readonly span: GridLook['span'] | undefined;
  readonly group: string | undefined;
};

/** A list can be grouped by its sortable columns. */
export function isGroupable(block: GridBlock, path: string): boolean {
  return block.columns.some((column) => column.path === path && column.sortable);
}

/** Whether all members are well-formed; the fields that they name are checked elsewhere. */
export function isLook(look: {
  readonly where?: unknown;
  readonly layout?: unknown;
  readonly span?: unknown;
  readonly group?: unknown;
}): boolean {
  const isName = (value: unknown) =>
    value === undefined || (typeof value === 'string' && /^[\w$.-]{1,256}$/.test(value));
  return (
    (look.where === undefined || readWhere(look.where) !== undefined) &&
    isName(look.layout) &&
    isName(look.group) &&
    (look.span === undefined || calendarSpans.includes(look.span as CalendarSpan))
  );
}
