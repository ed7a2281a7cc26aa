/** Reviews automations over the whole model: templates, roles, workflow steps, and loops. */
import type { AutomationModel, StepModel } from '../types/automationTypes.ts';
import type { Model } from '../types/modelTypes.ts';
import { automationLoops } from './automationLoops.ts';
import { scopeOf } from './compileAutomationSteps.ts';
import type { Compiler } from './compiler.ts';
import { findingOf, templateProblems } from './templateProblems.ts';

export function reviewAutomations(model: Model, compiler: Compiler): void {
  const all = [...model.entities.values()].flatMap(({ automations }) => automations);
  for (const automation of all) {
    const { file, entity, when, pointer } = automation;
    reviewTransition(model, compiler, { file, entity, path: `${pointer}/when`, name: when.transition });
    if (when.on === 'comment' && !model.entities.get(entity)?.activity?.comments)
      compiler.error({ file, path: `${pointer}/when` }, `${entity} has no comments. Switch them on first.`, {
        code: 'automation-no-comments',
        params: { entity },
      });
    for (const [index, role] of (when.roles ?? []).entries())
      reviewRole(model, compiler, { file, path: `${pointer}/when/roles/${index}`, role });
    reviewSteps(automation.then, { model, compiler, automation, entity });
  }
  for (const { names, automation, isCertain } of automationLoops(all)) {
    const report = isCertain ? compiler.error : compiler.warn;
    report(
      { file: automation.file, path: automation.pointer },
      `${names.join(' → ')} start each other. Let a condition ("if") or the fields they wait for end the loop.`,
      {
        code: isCertain ? 'automation-loop' : 'automation-loop-possible',
        params: { names: names.join(' → '), limit: 5 },
      },
    );
  }
}

type Reviewing = {
  readonly model: Model;
  readonly compiler: Compiler;
  readonly automation: AutomationModel;
  readonly entity: string;
  readonly outer?: string;
};

function reviewPrint(
  { attach, pointer }: StepModel,
  { model, compiler, automation, entity }: Reviewing,
): void {
  const { print } = attach ?? {};
  const formats = model.entities.get(entity)?.printFormats ?? [];
  if (print === undefined || print === 'default') return;
  if (formats.some((one) => one.id === print && one.for === 'record' && !one.off)) return;
  compiler.error(
    { file: automation.file, path: `${pointer}/attach/print` },
    `${entity} has no print format ${print} for one record.`,
    { code: 'automation-print', params: { name: print, entity } },
  );
}

function reviewSteps(steps: readonly StepModel[], reviewing: Reviewing): void {
  const { model, compiler, automation, entity } = reviewing;
  const { file } = automation;
  for (const step of steps) {
    const path = step.pointer;
    if (step.do === 'transition')
      reviewTransition(model, compiler, { file, entity, path, name: step.transition });
    for (const [index, { role }] of step.to.entries())
      reviewRole(model, compiler, { file, path: `${path}/to/${index}/role`, role });
    reviewPrint(step, reviewing);
    for (const name of ['subject', 'text', 'html'] as const)
      for (const [locale, text] of Object.entries(step[name] ?? {}))
        reviewTemplate(text, `${path}/${name}/${locale}`, reviewing);
    if (step.then.length > 0)
      reviewSteps(step.then, { ...reviewing, entity: step.entity ?? '', outer: entity });
  }
}

function reviewRole(
  model: Model,
  compiler: Compiler,
  { file, path, role }: { readonly file: string; readonly path: string; readonly role: string | undefined },
): void {
  if (role === undefined || model.roles.has(role)) return;
  compiler.error({ file, path }, `There is no role ${role}.`, { code: 'automation-role', params: { role } });
}

function reviewTemplate(text: string, path: string, { model, compiler, automation, ...of }: Reviewing): void {
  const types = { entities: model.entities, lookups: model.lookups };
  const place = { file: automation.file, path };
  const around = { model, compiler, scope: scopeOf({ types, ...of })(), place };
  for (const problem of templateProblems(text, around))
    compiler.error(
      place,
      `${problem.message}: ${JSON.stringify(problem.params)}`,
      findingOf(problem, 'automation-template'),
    );
}

function reviewTransition(
  model: Model,
  compiler: Compiler,
  { file, entity, path, name }: { file: string; entity: string; path: string; name: string | undefined },
): void {
  const known = model.entities.get(entity)?.workflow?.transitions ?? [];
  if (name === undefined || known.some(({ id }) => id === name)) return;
  compiler.error({ file, path: `${path}/transition` }, `The workflow of ${entity} has no step ${name}.`, {
    code: 'automation-transition',
    params: { name, entity },
  });
}
