import { Link } from '../../parts/Link.tsx';
import type { RuleParts } from './RuleParts.ts';
import styles from './rule.module.css';

/** What the rule reads, each a way to where it is edited. Nothing while it reads nothing. */
export function RuleReads({ checked, message: say }: RuleParts) {
  const { answer } = checked;
  const read = (answer?.Operands ?? []).filter(({ SourceName }) => answer?.Used.includes(SourceName));
  if (read.length === 0) return null;
  return (
    <section className={styles.panel} aria-label={say('ui.rule.reads')}>
      <p className={styles.heading}>{say('ui.rule.reads')}</p>
      <ul className={styles.reads}>
        {read.map(({ SourceName, Name, Page }) => (
          <li key={SourceName}>
            {Page ? <Link to={Page}>{Name}</Link> : <span>{Name}</span>} <code>{SourceName}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
