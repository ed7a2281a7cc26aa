import { useId } from 'react';
import type { GridBlock } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { Badge, type BadgeTone } from '../parts/Badge.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { Link } from '../parts/Link.tsx';
import { RadioGroup } from '../parts/RadioGroup.tsx';
import styles from './bulk.module.css';
import type { BulkVerdict } from './useBulk.ts';

type Props = {
  readonly block: GridBlock;
  readonly verdicts: readonly BulkVerdict[];
  readonly mode: 'all' | 'each';
  readonly onMode: (mode: 'all' | 'each') => void;
};

/** Most records listed; more are only counted. */
const mostListed = 200;

const tones: Readonly<Record<BulkVerdict['Outcome'], BadgeTone>> = {
  change: 'success',
  same: 'neutral',
  refused: 'danger',
};

/** Lists the verdict on each record; refusals come first, with reasons and a link. */
export function BulkPreview({ block, verdicts, mode, onMode }: Props) {
  const say = useMessage();
  const id = useId();
  const of = (outcome: BulkVerdict['Outcome']) => verdicts.filter(({ Outcome }) => Outcome === outcome);
  const [refused, changed, same] = [of('refused'), of('change'), of('same')];
  const listed = [...refused, ...changed, ...same].slice(0, mostListed);
  return (
    <section className={styles.preview} aria-label={say('ui.bulk.preview-title')}>
      <p role="status">
        {say('ui.bulk.counts', { changed: changed.length, same: same.length, refused: refused.length })}
      </p>
      <ul className={styles.verdicts}>
        {listed.map((verdict) => (
          <VerdictLine key={verdict.Id} block={block} verdict={verdict} />
        ))}
      </ul>
      {verdicts.length > listed.length && (
        <p className={styles.more}>{say('ui.bulk.more', { count: verdicts.length - listed.length })}</p>
      )}
      <FieldShell id={`${id}-mode`} label={say('ui.bulk.mode')} as="group">
        <RadioGroup
          id={`${id}-mode`}
          labelledBy={`${id}-mode-label`}
          direction="column"
          value={mode}
          options={[
            { id: 'each', label: say('ui.bulk.mode.each') },
            { id: 'all', label: say(refused.length > 0 ? 'ui.bulk.mode.all-refused' : 'ui.bulk.mode.all') },
          ]}
          onChange={(next) => onMode(next === 'all' ? 'all' : 'each')}
        />
      </FieldShell>
    </section>
  );
}

function VerdictLine({ block, verdict }: { block: GridBlock; verdict: BulkVerdict }) {
  const say = useMessage();
  const { Id, Name, Outcome, Messages } = verdict;
  const name = Name || Id;
  const isOpen = block.open !== undefined && !/\{(?!Id\})/.test(block.open);
  return (
    <li className={styles.verdict}>
      <Badge tone={tones[Outcome]}>{say(`ui.bulk.outcome.${Outcome}`)}</Badge>
      <span className={styles.said}>
        {isOpen ? <Link to={fillPath(block.open as string, { root: { Id } })}>{name}</Link> : name}
        {Messages.map((text) => (
          <span key={text} className={styles.reason}>
            {text}
          </span>
        ))}
      </span>
    </li>
  );
}
