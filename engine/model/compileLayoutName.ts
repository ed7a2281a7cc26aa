/** What every layout declares: its name, conditions, roles and colours; and the colours of a list. */
import type { GridBlock as DeclaredGrid } from '../declaration/types.generated.ts';
import { parseWhere } from '../query/parseWhere.ts';
import { ProblemError } from '../query/problem.ts';
import { readWhere, type WhereGroup, whereLimits } from '../query/whereTree.ts';
import type { ColourModel, Model } from '../types/modelTypes.ts';
import { condition, messageKey, type ScreenContext } from './compileScreenParts.ts';
import { everyId } from './everyId.ts';
import { type LayoutAround, reportLayout } from './layoutParts.ts';

export function namedOf(around: LayoutAround, id: string) {
  const { declared, entity, context, path } = around;
  const { label = `ui.layout.${declared.kind}`, roles, opens, colours } = declared;
  const where = whereOf(around);
  return {
    id,
    label: messageKey(label, context, `${path}/label`),
    ...(where && { where }),
    ...(roles && { roles }),
    ...(opens && { opens }),
    ...(colours && { colours: compileColours({ colours, entity: entity.id }, context, `${path}/colours`) }),
  };
}

/** Conditions that the server would refuse are findings. */
function whereOf(around: LayoutAround): WhereGroup | undefined {
  const { declared, entity, context } = around;
  if (declared.where === undefined) return undefined;
  const where = readWhere(declared.where);
  if (!where) {
    reportLayout(
      around,
      `"where" takes {"all": […]} or {"any": […]} of {"path", "operator", "value"}, at most ${whereLimits.conditions} in ${whereLimits.depth} levels.`,
      '/where',
    );
    return undefined;
  }
  try {
    const model = context.types as unknown as Model;
    parseWhere([JSON.stringify(where)], { entity, model, zone: 'UTC', me: everyId, today: '2026-01-01' });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const { message, params } = error.problem;
    reportLayout(around, `The server would refuse "where": ${message} ${JSON.stringify(params)}`, '/where');
  }
  return where;
}

/** Compiles the colours of a list. */
export function compileColours(
  { colours, entity }: Pick<DeclaredGrid, 'colours' | 'entity'>,
  context: ScreenContext,
  path: string,
): readonly ColourModel[] | undefined {
  return colours?.map(({ when, tone, title }, index) => ({
    when: condition(when, context, `${path}/${index}/when`, entity),
    tone,
    label: messageKey(title, context, `${path}/${index}/title`),
  })) as readonly ColourModel[] | undefined;
}
