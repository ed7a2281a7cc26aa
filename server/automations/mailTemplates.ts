/** Email templates as the email steps of automations use them. */
import type { AutomationTexts, DataRecord, StepModel } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { equals } from '../operations/filters.ts';
import type { StoreSession } from '../store/types.ts';

export const templateEntity = 'mail-template';

export type LetterTexts = Partial<Pick<StepModel, 'subject' | 'text' | 'html'>>;

/** Subject and texts of a stored template. */
export function textsOfTemplate(
  template: DataRecord,
): Required<Pick<LetterTexts, 'subject' | 'text'>> & LetterTexts {
  const both = (name: string): AutomationTexts => ({
    'en-CA': String(template[`${name}English`] ?? ''),
    'fr-CA': String(template[`${name}French`] ?? ''),
  });
  const html = both('Html');
  const isWhole = html['en-CA'].trim() !== '' && html['fr-CA'].trim() !== '';
  return { subject: both('Subject'), text: both('Text'), ...(isWhole && { html }) };
}

/** What a step says itself, or its template as it is now. */
export async function textsOfStep(
  session: Pick<StoreSession, 'find'>,
  step: StepModel,
  entity: string,
): Promise<LetterTexts> {
  const { template: code } = step;
  if (code === undefined) return step;
  const found = await session.find({ entity: templateEntity, filter: equals('Code', code) });
  const [template] = found.items;
  if (!template) throw new Refusal('validation', 'automation.problem.no-template', { params: { code } });
  if (template.Entity !== entity)
    throw new Refusal('validation', 'automation.problem.template-about', {
      params: { code, entity: template.Entity },
    });
  return textsOfTemplate(template);
}
