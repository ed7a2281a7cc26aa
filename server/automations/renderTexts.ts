/** Fills the texts of an automation with the values of a record. */
import {
  automationScope,
  type DataRecord,
  formatMessage,
  type Locale,
  parseExpression,
  renderInParts,
  TemplateError,
  templateFunctions,
} from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { sanitiseHtml } from '../html/sanitiseHtml.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { LetterTexts } from './mailTemplates.ts';

export type View = {
  readonly call: OperationCall;
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly outer?: DataRecord | undefined;
  readonly locale?: Locale;
  /** `$event` and `$answer`. */
  readonly given?: Readonly<Record<string, unknown>>;
};

/** Plain text: values are not escaped. */
export async function textOf(view: View, template = ''): Promise<string> {
  return unescaped(await render(view, template)).trim();
}

/** The HTML of a letter, safe to show; made from its text where there is no own. */
async function htmlOf(
  view: View,
  { html, text }: { readonly html: string | undefined; readonly text: string | undefined },
): Promise<string> {
  if (html !== undefined) return sanitiseHtml(await render(view, html), false).html;
  const plain = await textOf(view, text);
  const paragraphs = plain.split(/\n{2,}/).map((part) => `<p>${escaped(part).replaceAll('\n', '<br>')}</p>`);
  return paragraphs.join('');
}

type Written = { readonly subject: string; readonly text: string; readonly html: string };

/** A letter in these languages, one below the other. */
export async function letterIn(
  view: View,
  languages: readonly Locale[],
  { subject, text, html }: LetterTexts,
): Promise<Written> {
  const parts: Written[] = [];
  for (const locale of languages)
    parts.push({
      subject: await textOf({ ...view, locale }, subject?.[locale]),
      text: await textOf({ ...view, locale }, text?.[locale]),
      html: await htmlOf({ ...view, locale }, { html: html?.[locale], text: text?.[locale] }),
    });
  return {
    subject: parts.map((one) => one.subject.replaceAll(/\s+/g, ' ')).join(' / '),
    text: parts.map((one) => one.text).join('\n\n---\n\n'),
    html: parts.map((one) => one.html).join('<hr>'),
  };
}

async function render(
  { call, plan, record, outer, locale = call.locale, given }: View,
  template: string,
): Promise<string> {
  if (!template.includes('{{')) return template;
  const { model } = call.runtime;
  const types = { entities: model.entities, lookups: model.lookups };
  const scope = { ...automationScope({ types, entity: plan.entity.id })(), functions: templateFunctions };
  const say = (key: string) => formatMessage(model, locale, key);
  const { today, now, user } = call;
  try {
    const parts = renderInParts(template, {
      ...{ parse: parseExpression, scope, record },
      vars: { today, now, locale, user, outer, previous: record, model, ...given },
      words: { locale, yes: say('ui.yes'), no: say('ui.no') },
    });
    return await call.budget.run(parts);
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause;
    throw new Refusal('validation', cause.message, { cause });
  }
}

/** Undoes exactly what the renderer escapes. */
const unescaped = (text: string): string =>
  text.replace(/&#(34|38|39|60|62|96);/g, (_, code: string) => String.fromCharCode(Number(code)));

const escaped = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
