import type { ColourModel, DataRecord } from '#engine';
import { evaluateOn, expressionScope, type ScreenScope } from '../../data/screenScope.ts';

/** The colour of a record: that of the first condition that holds. */
export function colourOf(
  colours: readonly ColourModel[] | undefined,
  record: DataRecord,
  scope: ScreenScope,
): ColourModel | undefined {
  if (!colours) return undefined;
  const values = expressionScope(scope, record);
  return colours.find(({ when }) => evaluateOn(when, values, false) === true);
}
