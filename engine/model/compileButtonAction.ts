/** The button of an automation: takes what the automation declares, so that screens need not repeat it. */
import type { Action } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';
import { accessOfRoute } from './accessOfRoute.ts';
import { buttonKey } from './buttonRoutes.ts';
import type { ScreenContext } from './compileScreenParts.ts';
import { filledPath, onRecord, type StepAction } from './compileStepAction.ts';

/** Turns the button of an automation into a call; reports and returns undefined when none is named. */
export function buttonAction(
  action: Action,
  context: ScreenContext,
  path: string,
  row?: string,
): StepAction | undefined {
  const { record, automation: id = '', ...words } = action;
  const entity = context.types.entities.get((record === undefined ? row : context.dataTypes[record]) ?? '');
  const automation = entity?.automations.find((one) => one.id === id);
  const route = context.routes.ask((all) =>
    all.find((one) => one.operation === 'button' && one.automation === id),
  );
  if (!entity || automation?.when.on !== 'button' || !route) {
    context.compiler.error(
      { file: context.file, path },
      `No automation ${id} of this record waits for a button.`,
    );
    return undefined;
  }
  const { asks, roles, icon = 'zap' } = automation.when;
  const condition = automation.if && onRecord(automation.if, record);
  return {
    declared: {
      ...words,
      kind: 'call',
      call: `POST ${filledPath(route, record)}`,
      icon: words.icon ?? icon,
      success: words.success ?? 'automation.button.started',
    },
    label: words.label ?? buttonKey(automation),
    access: accessOfRoute(context.types, route),
    shown: shownTo(roles, condition),
    ...(asks.length > 0 && {
      step: { entity: entity.id, automation: id, ...(record !== undefined && { record }), fields: asks },
    }),
  };
}

/** A button is shown to its roles, while its condition holds. */
function shownTo(
  roles: readonly string[] | undefined,
  condition: Compiled | undefined,
): Compiled | undefined {
  if (!roles) return condition;
  const own: Compiled = {
    evaluate: ({ vars }) => {
      const { Roles = [] } = (vars.user ?? {}) as { readonly Roles?: readonly string[] };
      return roles.some((role) => Roles.includes(role));
    },
    reads: [{ from: 'user', path: ['Roles'] }],
    calls: [],
  };
  if (!condition) return own;
  return {
    ...condition,
    evaluate: (scope) => own.evaluate(scope) === true && condition.evaluate(scope) === true,
    reads: [...own.reads, ...condition.reads],
  };
}
