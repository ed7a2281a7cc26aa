import { type Locale, wholly } from '#engine';
import { errorBody } from '../errors/errorBody.ts';
import { Refusal } from '../errors/Refusal.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { JobProblem } from './Job.ts';

/** The same texts as in the call's error. */
export function problemOf(
  { runtime: { model }, locale }: { readonly runtime: Pick<Runtime, 'model'>; readonly locale: Locale },
  { code, key, ...details }: JobProblem,
) {
  return wholly(errorBody(new Refusal(code, key, details), { model, locale }));
}
