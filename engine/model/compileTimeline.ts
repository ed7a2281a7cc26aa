/** A list as a timeline, and as a gallery. */
import { kinds } from '../fields/registry.ts';
import { formsGroups } from '../grid/grouping.ts';
import type { GalleryLayout, TimelineLayout } from '../types/modelTypes.ts';
import { datedOf } from './compileCalendar.ts';
import { cardOf, type LayoutAround, reportLayout } from './layoutParts.ts';

export function compileTimeline(around: LayoutAround): TimelineLayout | undefined {
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

export function compileGallery(around: LayoutAround): GalleryLayout {
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
