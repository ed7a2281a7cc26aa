import type { DataRecord } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import type { FormTools } from './FormTools.ts';

/**
 * The failure of a save that the server answered with 404, in words that say what becomes of the input: the
 * record itself is gone, another record that the call needs is, or the call no longer exists.
 */
export function ofMissing(error: unknown, stored: DataRecord, say: FormTools['say']): unknown {
  const missing = error instanceof ApiError && error.status === 404 ? error.body.Missing : undefined;
  if (!(error instanceof ApiError) || !missing) return error;
  return new ApiError(404, { ...error.body, Message: textOf(missing, stored, say) });
}

function textOf(
  { Entity, Id, Path }: NonNullable<ApiError['body']['Missing']>,
  stored: DataRecord,
  say: FormTools['say'],
): string {
  if (Path !== undefined) return say('ui.form.no-call');
  const isOwn = stored.Id !== undefined && String(stored.Id).toLowerCase() === String(Id).toLowerCase();
  return isOwn ? say('ui.form.gone') : say('ui.form.other-gone', { entity: Entity });
}
