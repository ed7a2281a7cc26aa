/** The subject of a change in words: « the field Inspection fee of Product ». */
import { formatMessage } from '../messages.ts';
import type { Saying } from './kinds/defineChange.ts';
import { definitionOf } from './kinds/registry.ts';
import type { Change } from './types.ts';

/** The subject of a sentence about a change. */
export function subjectOf(change: Change, saying: Saying): string {
  const { code, params } = definitionOf(change).subject(change, saying);
  return formatMessage(saying.model, saying.locale, `overlay.subject.${code}`, params);
}

/** The title of the neighbour after which something is placed; the path when it is unknown. */
export function placeBefore(change: Change, path: string, saying: Saying): string {
  return definitionOf(change).neighbour?.(change, path, saying) ?? path;
}
