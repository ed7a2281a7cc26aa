/** Email templates are records: what automations name must exist, and fields that go must not be missed by them. */
import {
  checkMailText,
  type DataRecord,
  type Model,
  type OverlayFinding,
  parseExpression,
  type TemplateUse,
  templateUses,
} from '#engine';
import { templateEntity, textsOfTemplate } from '../automations/mailTemplates.ts';
import type { Store } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import type { Step } from './publicationStep.ts';

/** The templates by their codes; none in an application without them. */
export async function templatesOf(store: Pick<Store, 'find'>, live: Model): Promise<Templates> {
  if (!live.entities.has(templateEntity)) return new Map();
  const { items } = await store.find({ entity: templateEntity });
  return new Map(items.map((one) => [String(one.Code), one]));
}

type Templates = NonNullable<Step['templates']>;

/** In the transaction of a publication: what templates that were written or deleted since the review break. */
export async function laterTemplateFindings(
  session: Pick<Store, 'find'>,
  { live, next, templates: reviewed = new Map() }: Pick<Step, 'live' | 'next' | 'templates'>,
): Promise<readonly OverlayFinding[]> {
  const templates = await templatesOf(session, live);
  return revisionsIn(templates) === revisionsIn(reviewed) ? [] : templateFindings({ live, next, templates });
}

const revisionsIn = (templates: Templates): string =>
  [...templates.values()]
    .map(({ Id, Revision }) => `${Id} ${Revision}`)
    .sort()
    .join();

export async function templateFindings({
  live,
  next,
  templates = new Map(),
}: Pick<Step, 'live' | 'next' | 'templates'>): Promise<readonly OverlayFinding[]> {
  const uses = templateUses(next).filter(({ automation }) => !automation.off);
  const findings = uses.flatMap((use) => misnamed(use, templates.get(use.template)));
  for (const [code, template] of templates) {
    await nextTurn();
    const part = brokenPart(next, template);
    if (part === undefined || brokenPart(live, template) !== undefined) continue;
    const isUsed = uses.some((use) => use.template === code);
    findings.push({
      ...{ at: '', level: isUsed ? 'error' : 'warning', code: 'mail-template-broken' },
      params: { name: String(template.Name), part },
    });
  }
  return findings;
}

/** A template that is not there, or is about other records. */
function misnamed(
  { automation, step, template: code, entity }: TemplateUse,
  template: DataRecord | undefined,
): readonly OverlayFinding[] {
  if (template?.Entity === entity) return [];
  const { id, overlay, pointer } = automation;
  return [
    {
      ...(overlay !== undefined && { change: { kind: 'automation', name: id } }),
      at: overlay === undefined ? '' : `${step.pointer.slice(pointer.length)}/template`,
      level: overlay === undefined ? 'warning' : 'error',
      code: template ? 'automation-template-about' : 'automation-no-template',
      params: { code, entity: String(template?.Entity ?? entity) },
    },
  ];
}

/** The first part of its texts that cannot be filled in. */
function brokenPart(model: Model, template: DataRecord): string | undefined {
  const entity = String(template.Entity);
  if (!model.entities.has(entity)) return entity;
  for (const texts of Object.values(textsOfTemplate(template)))
    for (const text of Object.values(texts)) {
      const [problem] = checkMailText(model, parseExpression, { entity, text }).problems;
      if (problem) return text.slice(problem.at, problem.at + Math.min(problem.length, 60));
    }
  return undefined;
}
