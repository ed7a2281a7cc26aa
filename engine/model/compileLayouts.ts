/** Layouts of a list besides its rows: boards, calendars, galleries and timelines. */
import type { GridBlock as DeclaredGrid } from '../declaration/types.generated.ts';
import type { ColourModel, LayoutModel } from '../types/modelTypes.ts';
import { compileBoard } from './compileBoard.ts';
import { compileCalendar } from './compileCalendar.ts';
import { condition, messageKey, type ScreenContext } from './compileScreenParts.ts';
import { compileGallery, compileTimeline } from './compileTimeline.ts';
import { type DeclaredLayout, type LayoutAround, reportLayout } from './layoutParts.ts';

/** Compiles the layouts; what cannot be laid out is a finding. */
export function compileLayouts(
  grid: DeclaredGrid,
  context: ScreenContext,
  path: string,
  column: LayoutAround['column'],
): readonly LayoutModel[] | undefined {
  const entity = context.types.entities.get(grid.entity);
  const layouts: readonly DeclaredLayout[] = grid.layouts ?? [];
  if (!entity || layouts.length === 0) return undefined;
  const found = layouts.flatMap((declared, index) => {
    const around = { declared, grid, entity, context, path: `${path}/${index}`, column };
    if (layouts.findIndex(({ kind }) => kind === declared.kind) < index)
      reportLayout(around, `There are two layouts of the kind ${declared.kind}. Keep one.`);
    for (const name of Object.keys(declared))
      if (!shared.includes(name) && !members[declared.kind].includes(name))
        reportLayout(around, `A ${declared.kind} has no “${name}”. Take it out.`, `/${name}`);
    return compilers[declared.kind](around) ?? [];
  });
  return found.length > 0 ? found : undefined;
}

const compilers = {
  board: compileBoard,
  calendar: compileCalendar,
  gallery: compileGallery,
  timeline: compileTimeline,
} satisfies Record<DeclaredLayout['kind'], (around: LayoutAround) => LayoutModel | undefined>;

const shared: readonly string[] = ['kind', 'title', 'fields', '$comment'];
const members: Readonly<Record<DeclaredLayout['kind'], readonly string[]>> = {
  board: ['by', 'values', 'moves', 'pageSize', 'save'],
  calendar: ['start', 'end', 'span', 'create', 'save'],
  gallery: ['picture', 'icon', 'by'],
  timeline: ['start', 'end', 'span', 'create', 'by', 'save'],
};

/** Compiles the colours of a list. */
export function compileColours(
  { colours, entity }: DeclaredGrid,
  context: ScreenContext,
  path: string,
): readonly ColourModel[] | undefined {
  return colours?.map(({ when, tone, title }, index) => ({
    when: condition(when, context, `${path}/${index}/when`, entity),
    tone,
    label: messageKey(title, context, `${path}/${index}/title`),
  })) as readonly ColourModel[] | undefined;
}
