import type { ReactNode } from 'react';
import type { Say } from '../../data/messages.tsx';
import styles from './rule.module.css';
import type { RuleResult } from './ruleTypes.ts';

/** Highlights the conditions in the text: true, false or unknown. */
export function TracedText({ text, result, say }: { text: string; result: RuleResult; say: Say }) {
  const marks = marksOf(result);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { At, End, outcome } of marks) {
    parts.push(text.slice(at, At));
    parts.push(
      <span key={At} className={styles.traced} data-outcome={outcome}>
        {text.slice(At, End)}
        <span className={styles.said}> ({say(`ui.rule.outcome.${outcome}`)}) </span>
      </span>,
    );
    at = End;
  }
  return (
    <pre className={styles.trace}>
      {parts}
      {text.slice(at)}
    </pre>
  );
}

type Mark = { readonly At: number; readonly End: number; readonly outcome: 'true' | 'false' | 'unknown' };

/** The innermost judged parts, in order and without overlap. */
function marksOf({ Trace }: RuleResult): readonly Mark[] {
  const judged = Trace.filter(
    (part) => (typeof part.Value === 'boolean' || part.IsUnknown) && part.End > part.At,
  );
  const whole = judged.filter((part) => !/^(true|false)$/.test(part.Text));
  const conditions = whole.filter((part) => !isJoint(part, whole));
  const marks: Mark[] = [];
  for (const part of conditions.toSorted((a, b) => a.At - b.At || b.End - a.End)) {
    if (marks.some((mark) => part.At < mark.End)) continue;
    const outcome = part.IsUnknown ? 'unknown' : part.Value === true ? 'true' : 'false';
    marks.push({ At: part.At, End: part.End, outcome });
  }
  return marks;
}

type Part = RuleResult['Trace'][number];

/**
 * Whether a part only joins conditions, which are marked instead. An unknown operand inside a comparison
 * joins nothing.
 */
function isJoint(part: Part, all: readonly Part[]): boolean {
  const inner = all.filter((one) => one !== part && one.At >= part.At && one.End <= part.End);
  const isJoining = /\b(and|or)\b|\?/.test(part.Text) || part.Text.startsWith('$not');
  return isJoining && inner.length > 0;
}
