/** Conditions, layout and period of a list: restored from memory, and read from an address. */
import { isCalendarDay } from '../fields/filterInputs.ts';
import { parseWhereText, readWhere } from '../query/whereTree.ts';
import type { GridBlock, GroupPeriod, TimelineSpan } from '../types/modelTypes.ts';
import { groupPeriods } from './grouping.ts';
import { layoutOf, plainList } from './layoutOf.ts';
import type { GridLook } from './types.ts';

/** The parameters in an address. */
export const lookNames = ['where', 'layout', 'span', 'day', 'group', 'per', 'totals', 'unfolded'] as const;

/** What still applies of a stored look. */
export function restoreLook(block: GridBlock, kept: Readonly<Record<string, unknown>>): GridLook {
  const layout = kept.layout === plainList ? plainList : layoutOf(block, String(kept.layout))?.id;
  const where = readWhere(kept.where);
  const span = block.layouts?.some((layout) => 'span' in layout) && spanOf(kept.span);
  const day = typeof kept.day === 'string' && isCalendarDay(kept.day) ? kept.day : undefined;
  return {
    ...(where && { where }),
    ...(layout && (layout !== plainList || opensOtherwise(block)) && { layout }),
    ...(span && { span }),
    ...(day && { day }),
    ...restoreGroups(kept),
  };
}

/** Whether some layout opens first. */
const opensOtherwise = ({ layouts }: GridBlock): boolean => layouts?.some(({ opens }) => opens) === true;

/** The fields are checked where they are shown, since rights decide on them too. */
function restoreGroups({
  group,
  per,
  totals,
  unfolded,
}: Readonly<Record<string, unknown>>): Pick<GridLook, 'group' | 'per' | 'totals' | 'unfolded'> {
  const open = listOf(unfolded, isKey).filter((key) => key !== none);
  const isUnfolded = Array.isArray(unfolded) && { unfolded: open };
  if (!isField(group)) return { ...isUnfolded };
  const added = listOf(totals, isField).slice(0, mostListed.totals);
  return {
    group,
    ...(isGroupPeriod(per) && { per }),
    ...(added.length > 0 && { totals: added }),
    ...isUnfolded,
  };
}

/** All groups are folded. */
const none = '$$';
const mostListed = { totals: 10, unfolded: 50 } as const;
const isField = (value: unknown): value is string => typeof value === 'string' && /^\w{1,128}$/.test(value);
const isKey = (value: unknown): value is string => typeof value === 'string' && /^[^,\0]{1,256}$/.test(value);
const isGroupPeriod = (value: unknown): value is GroupPeriod => groupPeriods.some((one) => one === value);
const listOf = (value: unknown, isOne: (one: unknown) => one is string): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter(isOne))].slice(0, mostListed.unfolded) : [];

const spans: readonly TimelineSpan[] = ['day', 'week', 'month', 'quarter'];
const spanOf = (value: unknown): TimelineSpan | undefined => spans.find((one) => one === value);

/** The look as parameters of an address. */
export function lookParameters(look: GridLook): readonly (readonly [string, string])[] {
  const { where, layout, span, day, group, per, totals, unfolded } = look;
  const texts = {
    ...{ where: where && JSON.stringify(where), layout, span, day, group, per },
    ...{ totals: totals?.join(), unfolded: unfolded && (unfolded.join() || none) },
  };
  return lookNames.flatMap((name) => {
    const text = texts[name];
    return text ? [[name, text] as const] : [];
  });
}

/** The look in an address; what cannot be read is left out. */
export function readLook(block: GridBlock, parameters: URLSearchParams): GridLook {
  const where = parseWhereText(parameters.get('where') ?? '');
  const [layout, span, day, group, per] = ['layout', 'span', 'day', 'group', 'per'].map((name) =>
    parameters.get(name),
  );
  const [totals, unfolded] = ['totals', 'unfolded'].map((name) => parameters.get(name)?.split(','));
  return restoreLook(block, { where, layout, span, day, group, per, totals, unfolded });
}

/** Every member, so that spreading it clears those that are not set. */
export function wholeLook(look: GridLook): WholeLook {
  const { where, layout, span, day, group, per, totals, unfolded } = look;
  return { where, layout, span, day, group, per, totals, unfolded };
}

type WholeLook = { readonly [Name in keyof Required<GridLook>]: GridLook[Name] | undefined };

type Unknown = { readonly [Name in keyof GridLook]?: unknown };

/** Whether all are well-formed; the fields and layout that they name are checked elsewhere. */
export function isLook({ where, layout, span, group, per, totals }: Unknown): boolean {
  const isName = layout === undefined || (typeof layout === 'string' && /^[\w-]{1,64}$/.test(layout));
  const isSpan = span === undefined || spanOf(span) !== undefined;
  return (
    isName &&
    isSpan &&
    (where === undefined || readWhere(where) !== undefined) &&
    (group === undefined || isField(group)) &&
    (per === undefined || (group !== undefined && isGroupPeriod(per))) &&
    (totals === undefined || areTotals(totals, group))
  );
}

const areTotals = (totals: unknown, group: unknown): boolean =>
  group !== undefined && Array.isArray(totals) && totals.length <= mostListed.totals && totals.every(isField);
