import type { ScreenModel } from '#engine';
import { allows } from '../data/allows.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

/** The first requirement of a screen that its address or the person does not meet. */
export function unmetRequirement({ requires }: Pick<ScreenModel, 'requires'>, scope: ScreenScope) {
  const values = expressionScope(scope);
  return requires.find(({ when, check, access }) => {
    if (evaluateOn(when, values, !when) !== true) return false;
    return evaluateOn(check, values, !check) !== true || !allows(access, scope.user.Features);
  });
}
