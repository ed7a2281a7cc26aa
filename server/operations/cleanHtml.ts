/** Cleans every HTML field of a write before it is read; checks what templates may read. */
import {
  checkTemplateInParts,
  type DataRecord,
  type FieldModel,
  type Issue,
  type Parts,
  parseExpression,
  type TemplateProblem,
  templateScope,
} from '#engine';
import { sanitiseHtml } from '../html/sanitiseHtml.ts';
import type { EntityPlan } from './EntityPlan.ts';
import type { Runtime } from './OperationCall.ts';
import type { WriteIntent } from './WriteIntent.ts';

type Cleaned = { readonly record: DataRecord; readonly issues: readonly Issue[] };

/**
 * Returns the record with clean HTML and its problems; stored and copied texts are clean already. A
 * generator.
 */
export function* cleanHtml(
  runtime: Runtime,
  plan: EntityPlan,
  { next, previous, writes }: Pick<WriteIntent, 'next' | 'previous' | 'writes'>,
): Parts<Cleaned> {
  const issues: Issue[] = [];
  function* clean(field: FieldModel, value: unknown, before: unknown, path: string): Parts<unknown> {
    if (field.fields && field.kind === 'rows' && Array.isArray(value)) {
      const rows: unknown[] = [];
      for (const [index, row] of value.entries())
        rows.push(yield* inside(field.fields, row, undefined, `${path}/${index}`));
      return rows;
    }
    if (field.fields && field.kind === 'object') return yield* inside(field.fields, value, before, path);
    if (field.kind !== 'html' || typeof value !== 'string' || value === before) return value;
    const cleaned = yield* cleanText(runtime, plan, field, value);
    issues.push(...cleaned.issues.map((issue) => ({ ...issue, path })));
    return cleaned.html;
  }
  function* inside(
    fields: readonly FieldModel[],
    holder: unknown,
    before: unknown,
    path: string,
  ): Parts<unknown> {
    if (typeof holder !== 'object' || holder === null) return holder;
    const record: Record<string, unknown> = { ...holder };
    for (const field of fields)
      if (Object.hasOwn(record, field.name))
        record[field.name] = yield* clean(
          field,
          record[field.name],
          (before as DataRecord)?.[field.name],
          `${path}/${field.name}`,
        );
    return record;
  }
  const fields = plan.htmlFields.filter(
    ({ name }) => next[name] !== previous?.[name] && (!writes || writes.includes(name)),
  );
  const record = fields.length > 0 ? ((yield* inside(fields, next, previous, '')) as DataRecord) : next;
  const stash = record.$stash;
  if (typeof stash !== 'object' || stash === null) return { record, issues };
  // Stashed values can be restored later, so they are cleaned too.
  const kept: [string, unknown][] = [];
  for (const [pointer, value] of Object.entries(stash)) {
    const field = plan.entity.fieldByPath.get(
      pointer
        .slice(1)
        .replace(/\/\d+(?=\/)/g, '')
        .replaceAll('/', '.'),
    );
    const before = (previous?.$stash as DataRecord | undefined)?.[pointer];
    kept.push([pointer, field ? yield* clean(field, value, before, pointer) : value]);
  }
  return { record: { ...record, $stash: Object.fromEntries(kept) }, issues };
}

type CleanText = { readonly html: string; readonly issues: readonly Omit<Issue, 'path'>[] };

/** Cleans one text. A text over its limit is returned unread; the limit refuses it. */
export function* cleanText(
  runtime: Runtime,
  plan: EntityPlan,
  field: FieldModel,
  text: string,
): Parts<CleanText> {
  if (text.length > (field.limits.maxLength ?? 0)) return { html: text, issues: [] };
  const found = field.template ? yield* templateProblems(runtime, plan, text) : [];
  if (found.length > 0) return { html: text, issues: found.map(templateIssue) };
  const { html, problems } = sanitiseHtml(text, field.template !== undefined);
  const issues = problems.map(
    ({ message, params }) => ({ rule: message, level: 'error', message, params }) as const,
  );
  if (issues.length > 0) return { html: text, issues };
  // Cleaning may have removed one end of a block.
  const after = field.template && html !== text ? yield* templateProblems(runtime, plan, html) : [];
  return after.length > 0 ? { html: text, issues: after.map(tornIssue) } : { html, issues: [] };
}

function templateProblems(
  { model }: Runtime,
  { entity }: EntityPlan,
  text: string,
): Parts<readonly TemplateProblem[]> {
  return checkTemplateInParts(text, { parse: parseExpression, scope: templateScope(model, entity) });
}

function templateIssue({ message, params, line, column }: TemplateProblem): Omit<Issue, 'path'> {
  return { rule: message, level: 'error', message, params: { ...params, line, column } };
}

function tornIssue(problem: TemplateProblem): Omit<Issue, 'path'> {
  return { ...templateIssue(problem), rule: 'html.torn', message: 'html.torn' };
}
