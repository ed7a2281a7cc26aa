import { useMessage } from '../../data/messages.tsx';
import { Badge, type BadgeTone } from '../../parts/Badge.tsx';
import type { DraftEffect, Reviewed } from '../draftTypes.ts';
import styles from './draft.module.css';
import { DraftFindings } from './FindingList.tsx';

/** Review before any release: problems, differences and effects on stored records. */
export function Review({ of: { Findings, Differences, Effects: effects } }: { of: Reviewed }) {
  const say = useMessage();
  return (
    <>
      <DraftFindings findings={Findings} />
      <section aria-label={say('configure.differences')}>
        <h3 className={styles.heading}>{say('configure.differences')}</h3>
        <ul className={styles.lines}>
          {Differences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </section>
      <Effects effects={effects} />
    </>
  );
}

/** Why it cannot be published now. */
export function useReviewRefusal({ Findings, Differences, Effects: effects }: Reviewed): string | undefined {
  const say = useMessage();
  const errors = Findings.filter(({ Level }) => Level === 'error').length;
  if (errors > 0) return say('configure.publish.errors', { count: errors });
  if (effects.some(({ Verdict }) => Verdict === 'Refused')) return say('configure.publish.refused');
  return Differences.length === 0 ? say('configure.nothing-changed') : undefined;
}

const tones: Readonly<Record<DraftEffect['Verdict'], BadgeTone>> = {
  Safe: 'success',
  Migratable: 'warning',
  Refused: 'danger',
};

function Effects({ effects }: { effects: readonly DraftEffect[] }) {
  const say = useMessage();
  return (
    <section aria-label={say('configure.effects')}>
      <h3 className={styles.heading}>{say('configure.effects')}</h3>
      {effects.length === 0 && <p>{say('configure.effects.none')}</p>}
      <ul className={styles.panel}>
        {effects.map(({ Verdict, Message, IsPartial }) => (
          <li key={Message} className={styles.effect}>
            <Badge tone={tones[Verdict]}>{say(`configure.effect.${Verdict}`)}</Badge>
            <span>
              {Message}
              {IsPartial && ` (${say('configure.effect.partial')})`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
