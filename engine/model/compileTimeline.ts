/** A list as a timeline, as a gallery, and with columns and groups of its own. */
import { kinds } from '../fields/registry.ts';
import { formsGroups, totalFields } from '../query/groupFields.ts';
import type { GalleryLayout, ListLayout, OwnWords, TimelineLayout } from '../types/modelTypes.ts';
import { datedOf } from './compileCalendar.ts';
import { cardOf, type LayoutAround, reportLayout } from './layoutParts.ts';

export function compileTimeline(around: LayoutAround): OwnWords<TimelineLayout> | undefined {
  const { declared } = around;
  const dated = datedOf(around);
  if (!dated) return undefined;
  if (!dated.end) {
    reportLayout(around, 'A timeline needs "end": the date or moment at which a record ends.', '/end');
    return undefined;
  }
  return {
    kind: 'timeline',
    ...dated,
    end: dated.end,
    span: declared.span ?? 'week',
    ...groupedBy(around),
  };
}

export function compileGallery(around: LayoutAround): OwnWords<GalleryLayout> {
  const { declared, entity, path, column } = around;
  const { picture, icon } = declared;
  const field = picture === undefined ? undefined : entity.fieldByPath.get(picture);
  if (picture !== undefined && (!field || kinds[field.kind].refersTo !== 'file'))
    reportLayout(around, `A gallery shows a file field of ${entity.id}, not “${picture}”.`, '/picture');
  return {
    kind: 'gallery',
    ...cardOf(around),
    ...(picture !== undefined && field && { picture: column(picture, `${path}/picture`) }),
    ...(icon !== undefined && { icon }),
    ...groupedBy(around),
  };
}

export function compileList(around: LayoutAround): OwnWords<ListLayout> {
  const { declared, grid, entity } = around;
  const { fields, per, totals } = declared;
  const shown = fields?.map((field) => (typeof field === 'string' ? field : field.path));
  const columns = grid.columns.map((column) => (typeof column === 'string' ? column : column.path));
  for (const [at, path] of (shown ?? []).entries())
    if (!columns.includes(path))
      reportLayout(around, `“${path}” is not a column of the list. Add it to its columns.`, `/fields/${at}`);
  const summed = totalFields(entity).map(({ path }) => path);
  for (const [at, path] of (totals ?? []).entries())
    if (!summed.includes(path))
      reportLayout(around, `“${path}” is not a stored number of ${entity.id}.`, `/totals/${at}`);
  return {
    kind: 'list',
    ...(shown && { columns: shown }),
    ...groupedBy(around),
    ...(per && { per }),
    ...(totals && { totals }),
  };
}

/** The field that records are grouped by. */
function groupedBy(around: LayoutAround): { readonly by?: string } {
  const { declared, entity, context, path } = around;
  const { by } = declared;
  if (by === undefined) return {};
  const field = entity.fieldByPath.get(by);
  if (!field || !formsGroups(field, context.types)) {
    reportLayout(
      around,
      `A ${declared.kind} is grouped by a stored field of ${entity.id} with one value, and a reference needs x-expand; “${by}” is not one.`,
      '/by',
    );
    return {};
  }
  context.compiler.use(`field:${entity.id}.${by}`, { file: context.file, path: `${path}/by` });
  return { by };
}
