import type { FieldView, Issue } from '#engine';
import { escapeMarkup, unescapeMarkup } from '../data/markup.ts';
import type { FieldIssue } from '../parts/FieldShell.tsx';
import type { FormTools } from './FormTools.ts';

/** Issues of a field as plain text. */
export function issueTexts(tools: FormTools, view: FieldView): readonly FieldIssue[] {
  if (view.issues.length === 0) return none;
  const label = tools.say(view.field.label);
  return view.issues.map((issue) => ({
    level: issue.level,
    text: plainText(issueText(tools, issue, label)),
  }));
}

/** An issue as text that may contain our own `<b>…</b>`; `{label}` is the field it shows at. */
export function issueText({ say }: Pick<FormTools, 'say'>, issue: Issue, label: string): string {
  const params = Object.entries({ label, ...issue.params }).map(([name, value]) => [
    name,
    escapeMarkup(value),
  ]);
  return say(issue.message, Object.fromEntries(params));
}

/** The same text without markup. */
export function plainText(text: string): string {
  return unescapeMarkup(text.replace(/<\/?b>/gi, ''));
}

const none: readonly FieldIssue[] = [];
