import type { Reason } from '#engine';
import { Badge } from '../parts/Badge.tsx';
import type { FormTools } from './FormTools.ts';
import styles from './form.module.css';
import { RuleTrace } from './RuleTrace.tsx';

/** One reason: what it does, in words, and where it is declared. */
export function ReasonLine({
  tools,
  reason,
  path,
}: {
  tools: Pick<FormTools, 'say' | 'form'>;
  reason: Reason;
  path: string;
}) {
  const explanation = tools.form.explain(path, reason.id);
  return (
    <li className={styles.reason}>
      <Badge>{tools.say(`ui.why.slot.${reason.slot}`)}</Badge>
      <span>{reasonText(tools, reason)}</span>
      <code className={styles.source}>{reason.id}</code>
      {explanation && (
        <RuleTrace explanation={explanation} to={ruleAddress(tools.form.entity.id, reason.id)} />
      )}
    </li>
  );
}

/** Where the configurator shows a rule. */
export function ruleAddress(entity: string, rule: string): string {
  return `/configure/entities/${encodeURIComponent(entity)}/rules/${encodeURIComponent(rule)}`;
}

/** The declared sentence, else what kind of declaration decides. */
export function reasonText({ say }: Pick<FormTools, 'say'>, reason: Reason): string {
  if (reason.message) return say(reason.message, reason.params);
  const name = reason.source === 'policy' ? say(`feature.${reason.id}`) : reason.id;
  return say(`ui.why.source.${reason.source}`, { name });
}
