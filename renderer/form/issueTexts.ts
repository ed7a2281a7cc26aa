import type { FieldView, Issue } from '#engine';
import type { FieldIssue } from '../parts/FieldShell.tsx';
import { withoutBold } from './BoldText.tsx';
import type { FormTools } from './FormTools.ts';

/** The sentences under a field, worst first. */
export function issueTexts(tools: FormTools, view: FieldView): readonly FieldIssue[] {
  if (view.issues.length === 0) return none;
  const label = tools.say(view.field.label);
  return view.issues.map((issue) => ({ level: issue.level, text: withoutBold(issueText(tools, issue, label)) }));
}

/** An issue as a sentence; `{label}` is the field it is shown at. */
export function issueText({ say }: Pick<FormTools, 'say'>, issue: Issue, label: string): string {
  return say(issue.message, { label, ...issue.params });
}

const none: readonly FieldIssue[] = [];
