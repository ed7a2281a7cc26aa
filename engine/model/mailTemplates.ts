/** Email templates: records that email steps of automations name. */
import { readsOf } from '../expression/readsOf.ts';
import { checkTemplate } from '../template/checkTemplate.ts';
import { templateFunctions } from '../template/templateFunctions.ts';
import type { ParseTemplateExpression, TemplateProblem } from '../template/types.ts';
import type { AutomationModel, StepModel } from '../types/automationTypes.ts';
import type { Model } from '../types/modelTypes.ts';
import { usedBy } from './checkTypes.ts';
import { scopeOf } from './compileAutomationSteps.ts';

export type TemplateUse = {
  /** The code of the template. */
  readonly template: string;
  readonly automation: AutomationModel;
  readonly step: StepModel;
  /** The entity whose records the step is about. */
  readonly entity: string;
};

/** The steps that name a template. */
export function templateUses({ entities }: Pick<Model, 'entities'>): readonly TemplateUse[] {
  const inSteps = (
    automation: AutomationModel,
    steps: readonly StepModel[],
    entity: string,
  ): readonly TemplateUse[] =>
    steps.flatMap((step) => [
      ...(step.template === undefined ? [] : [{ template: step.template, automation, step, entity }]),
      ...inSteps(automation, step.then, step.entity ?? entity),
    ]);
  return [...entities.values()].flatMap(({ automations }) =>
    automations.flatMap((automation) => inSteps(automation, automation.then, automation.entity)),
  );
}

type MailText = { readonly entity: string; readonly text: string };

/** What a text of a template reads: the fields by entity and path, and whole records by their variable. */
type MailReads = {
  readonly problems: readonly TemplateProblem[];
  readonly fields: readonly (readonly [entity: string, path: string])[];
  readonly whole: readonly string[];
};

/** Checks a text about a record of an entity, with the words of an email step. */
export function checkMailText(
  { entities, lookups }: Pick<Model, 'entities' | 'lookups'>,
  parse: ParseTemplateExpression,
  { entity, text }: MailText,
): MailReads {
  if (!text.includes('{{')) return { problems: [], fields: [], whole: [] };
  const scope = { ...scopeOf({ types: { entities, lookups }, entity })(), functions: templateFunctions };
  const used = new Set<string>();
  const whole = new Set<string>();
  const problems = checkTemplate(text, {
    ...{ parse, scope },
    reading: (tree, around) => {
      for (const of of usedBy(tree, around, templateFunctions, entities)) used.add(of);
      for (const { from, path } of readsOf(tree, templateFunctions).reads)
        if (path.length === 0 && (from !== '$' || around === scope)) whole.add(from);
    },
  });
  const fields = [...used].flatMap((of) => {
    const [, owner, path] = /^field:([^.]+)[.](.+)$/.exec(of) ?? [];
    return owner !== undefined && path !== undefined ? [[owner, path] as const] : [];
  });
  return { problems, fields, whole: [...whole] };
}
