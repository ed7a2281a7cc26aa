/** A grid of labels and values. */
import {
  type Compiled,
  formatMessage,
  kinds,
  type PrintBlockModel,
  partsOfSignature,
  resolvePath,
  strokesOf,
} from '#engine';
import { guardedPaths, isAllowed } from '#server/extension';
import type { Drawing } from './Drawing.ts';
import type { DrawnBlock, DrawnField } from './drawn.ts';
import { shownValue, valueAt } from './shownValue.ts';

type Grid = { readonly title: string; readonly holds: (condition: Compiled | undefined) => boolean };

/** Fields that the reader may not see, or that mean nothing for the record, are left out. */
export function drawFields(
  drawing: Drawing,
  { fields: paths, columns, conditions }: PrintBlockModel,
  { title, holds }: Grid,
): DrawnBlock | undefined {
  const fields = paths.flatMap((path) => (holds(conditions?.[path]) ? (drawField(drawing, path) ?? []) : []));
  return fields.length === 0 ? undefined : { kind: 'fields', title, columns, fields };
}

function drawField(drawing: Drawing, path: string): DrawnField | undefined {
  const { entity, record, saying } = drawing;
  const { model, locale } = saying;
  const resolve = (asked: string) => resolvePath(model.entities, entity, asked);
  const found = resolve(path);
  if (!found || !mayRead(drawing, path) || !drawing.isRelevant(path)) return undefined;
  const { field, through } = found;
  const target = model.entities.get(through.at(-1)?.ref?.entity ?? '');
  // The name of a record is labelled by the reference that leads to it.
  const labelled = target?.labelField === field.name ? (through.at(-1) ?? field) : field;
  const value = valueAt({ resolve }, record, path);
  const text = shownValue(field, value, saying);
  const ink = kinds[field.kind].isSigned && partsOfSignature(String(value ?? ''))?.drawing;
  const isLong = text.length > longText || text.includes('\n');
  return {
    ...{ label: formatMessage(model, locale, labelled.label), text },
    isWide: isLong || wideKinds.has(kinds[field.kind].name),
    ...(ink && { strokes: strokesOf(ink) }),
  };
}

const longText = 120;
const wideKinds: ReadonlySet<string> = new Set(['multiline', 'html', 'rule', 'json']);

/** Every hop of the path is judged. */
export function mayRead({ call, entity }: Pick<Drawing, 'call' | 'entity'>, path: string): boolean {
  const { model } = call.runtime;
  const query = { entity: entity.id, sort: [{ path, direction: 'asc' as const }] };
  const own = entity.policy.fields[path.split('.')[0] as string]?.view;
  const guarded = guardedPaths(model, query).map(({ access }) => access);
  return [...guarded, ...(own ? [own] : [])].every((access) => isAllowed(access, call.features));
}
