import type { Impact } from '#engine';
import { formatsFor } from '../../data/formats.ts';
import type { RuleParts } from './RuleParts.ts';
import styles from './rule.module.css';
import { useImpact } from './useImpact.ts';

/** Number of combinations of parameter values that satisfy the rule, updated while typing. */
export function RuleImpact(props: RuleParts) {
  const { message: say, checked, text } = props;
  const counted = useImpact(checked);
  if (text.trim() === '' || counted === undefined) return null;
  return (
    <section className={styles.panel} aria-label={say('ui.rule.impact')} data-impact={stateOf(counted)}>
      <p className={styles.heading}>{say('ui.rule.impact')}</p>
      {counted === null ? (
        <p className={styles.note}>{say('ui.rule.impact.too-many')}</p>
      ) : (
        <Counts {...props} impact={counted} />
      )}
    </section>
  );
}

function stateOf(counted: Impact | null): string {
  if (counted === null) return 'too-many';
  return counted.admitted === 0 && counted.open === 0 ? 'none' : 'counted';
}

function Counts({ impact, checked, message: say, locale }: RuleParts & { impact: Impact }) {
  const { total, admitted, open, free } = impact;
  const write = formatsFor(locale).number;
  const share = (count: number) => write(Math.round((count / Math.max(total, 1)) * 1000) / 10);
  const names = free.map(
    (name) => checked.answer?.Operands.find(({ SourceName }) => SourceName === name)?.Name ?? name,
  );
  return (
    <>
      <svg className={styles.share} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.shareAll} width="100" height="1" />
        <rect
          className={styles.shareOpen}
          width={((admitted + open) / Math.max(total, 1)) * 100}
          height="1"
        />
        <rect className={styles.shareYes} width={(admitted / Math.max(total, 1)) * 100} height="1" />
      </svg>
      <p>
        {say('ui.rule.impact.admits', {
          count: admitted,
          admitted: write(admitted),
          total: write(total),
          percent: share(admitted),
        })}
      </p>
      {open > 0 && (
        <p className={styles.note}>
          {say(names.length > 0 ? 'ui.rule.impact.open' : 'ui.rule.impact.open-range', {
            count: open,
            open: write(open),
            names: names.join(', '),
          })}
        </p>
      )}
      {admitted === 0 && open === 0 && (
        <p className={styles.problem} data-level="warning">
          {say('ui.rule.impact.never')}
        </p>
      )}
      {admitted === total && total > 0 && <p className={styles.note}>{say('ui.rule.impact.always')}</p>}
    </>
  );
}
