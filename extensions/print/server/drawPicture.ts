/** A picture of the record. */
import { formatMessage, type PrintBlockModel, resolvePath } from '#engine';
import { mediaOf } from '#extensions/reports/server';
import type { Drawing } from './Drawing.ts';
import { mayRead } from './drawFields.ts';
import type { DrawnPicture } from './drawn.ts';

const usualWidth = 60;
const largest = 20 * 1024 * 1024;

/** Undefined where there is none, or where the reader may not see it. */
export async function drawPicture(
  drawing: Drawing,
  { field: path = '', width = usualWidth }: PrintBlockModel,
): Promise<DrawnPicture | undefined> {
  const { call, entity, record, saying } = drawing;
  const { model, ports } = call.runtime;
  const field = resolvePath(model.entities, entity, path)?.field;
  const id = record[path];
  if (!field || typeof id !== 'string' || !mayRead(drawing, path) || !drawing.isRelevant(path))
    return undefined;
  const label = formatMessage(model, saying.locale, field.label);
  const content = await ports.files.bytes(id);
  if (!content || content.length > largest) return untold(drawing, label);
  const media = mediaOf(content);
  const told = (record[field.expand?.as ?? ''] ?? {}) as { Width?: unknown; Height?: unknown };
  const size = { width: Number(told.Width), height: Number(told.Height) };
  if (!media) return untold(drawing, label);
  const ratio = size.width > 0 && size.height > 0 ? size.height / size.width : 0.75;
  return { kind: 'picture', media, content, width, label, ratio };
}

function untold({ call, warnings }: Drawing, label: string): undefined {
  warnings.add(formatMessage(call.runtime.model, call.locale, 'print.picture-left-out', { label }));
  return undefined;
}
