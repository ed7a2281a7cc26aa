import type { Reason } from '#engine';
import { Badge } from '../parts/Badge.tsx';
import type { FormTools } from './FormTools.ts';
import styles from './form.module.css';

/** One reason: what it does, in words, and where it is declared. */
export function ReasonLine({ tools, reason }: { tools: Pick<FormTools, 'say'>; reason: Reason }) {
  return (
    <li className={styles.reason}>
      <Badge>{tools.say(`ui.why.slot.${reason.slot}`)}</Badge>
      <span>{reasonText(tools, reason)}</span>
      <code className={styles.source}>{reason.id}</code>
    </li>
  );
}

/** The declared sentence, else what kind of declaration decides. */
export function reasonText({ say }: Pick<FormTools, 'say'>, reason: Reason): string {
  if (reason.message) return say(reason.message, reason.params);
  const name = reason.source === 'policy' ? say(`feature.${reason.id}`) : reason.id;
  return say(`ui.why.source.${reason.source}`, { name });
}
