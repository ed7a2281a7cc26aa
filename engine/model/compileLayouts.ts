/** Layouts of a list besides its rows: boards, calendars, galleries and timelines. */
import type { GridBlock as DeclaredGrid } from '../declaration/types.generated.ts';
import type { LayoutModel } from '../types/modelTypes.ts';
import { compileBoard } from './compileBoard.ts';
import { compileCalendar } from './compileCalendar.ts';
import { namedOf } from './compileLayoutName.ts';
import type { ScreenContext } from './compileScreenParts.ts';
import { compileGallery, compileList, compileTimeline } from './compileTimeline.ts';
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
    const id = declared.id ?? declared.kind;
    if (layouts.findIndex((one) => (one.id ?? one.kind) === id) < index)
      reportLayout(around, `There are two layouts “${id}”. Give one of them another "id".`, '/id');
    if (id === 'list')
      reportLayout(around, 'A layout of the kind list needs an "id" other than “list”.', '/id');
    for (const name of Object.keys(declared))
      if (!shared.includes(name) && !members[declared.kind].includes(name))
        reportLayout(around, `A ${declared.kind} has no “${name}”. Take it out.`, `/${name}`);
    const compiled = compilers[declared.kind](around);
    return compiled ? { ...namedOf(around, id), ...compiled } : [];
  });
  return found.length > 0 ? (found as readonly LayoutModel[]) : undefined;
}

const compilers = {
  board: compileBoard,
  calendar: compileCalendar,
  gallery: compileGallery,
  list: compileList,
  timeline: compileTimeline,
} satisfies Record<DeclaredLayout['kind'], (around: LayoutAround) => object | undefined>;

const shared: readonly string[] = [
  ...['kind', 'id', 'label', 'where', 'roles', 'opens', 'colours'],
  ...['title', 'fields', '$comment'],
];
const members: Readonly<Record<DeclaredLayout['kind'], readonly string[]>> = {
  board: ['by', 'values', 'moves', 'pageSize', 'save'],
  calendar: ['start', 'end', 'span', 'create', 'save'],
  gallery: ['picture', 'icon', 'by'],
  list: ['by', 'per', 'totals'],
  timeline: ['start', 'end', 'span', 'create', 'by', 'save'],
};
