import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useMessage } from '../../data/messages.tsx';
import { Badge, type BadgeTone } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Link } from '../../parts/Link.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import type { DraftEffect } from '../draftTypes.ts';
import { useWork } from '../work.tsx';
import styles from './draft.module.css';
import { DraftFindings } from './FindingList.tsx';
import { usePublish } from './usePublish.ts';

/** What will change, what it does to stored records, what stands in the way; then it is published. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  const say = useMessage();
  const { draft } = useWork();
  const [note, setNote] = useState('');
  const { publish, isBusy, failure } = usePublish(onClose);
  useLeaving(onClose);
  return (
    <Dialog
      title={say('configure.publish.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{say('ui.cancel')}</Button>
          <Button tone="primary" busy={isBusy} refusal={useRefusal()} onPress={() => void publish(note)}>
            {say('configure.publish')}
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        {failure && (
          <p role="alert" className={styles.finding} data-level="error">
            {failure}
          </p>
        )}
        {draft.Release !== draft.Live && (
          <p className={styles.finding}>
            <Link to="/configure/rebase">{say('configure.draft.behind', { number: draft.Live })}</Link>
          </p>
        )}
        <DraftFindings findings={draft.Findings} />
        <section aria-label={say('configure.differences')}>
          <h3 className={styles.heading}>{say('configure.differences')}</h3>
          <ul className={styles.lines}>
            {draft.Differences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
        <Effects effects={draft.Effects} />
        <FieldShell id="publish-note" label={say('configure.publish.note')}>
          <TextInput id="publish-note" value={note} maxLength={2000} onChange={setNote} />
        </FieldShell>
      </div>
    </Dialog>
  );
}

/** Whoever follows a finding to its change wants to see that, not the dialog. */
function useLeaving(onLeave: () => void) {
  const { pathname } = useLocation();
  const [start] = useState(pathname);
  useEffect(() => {
    if (pathname !== start) onLeave();
  }, [pathname, start, onLeave]);
}

/** Why it cannot be published now. */
function useRefusal(): string | undefined {
  const say = useMessage();
  const { draft } = useWork();
  const errors = draft.Findings.filter(({ Level }) => Level === 'error').length;
  if (errors > 0) return say('configure.publish.errors', { count: errors });
  if (draft.Effects.some(({ Verdict }) => Verdict === 'Refused')) return say('configure.publish.refused');
  if (draft.Release !== draft.Live) return say('configure.draft.behind', { number: draft.Live });
  return draft.Differences.length === 0 ? say('configure.nothing-changed') : undefined;
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
        {effects.map(({ Verdict, Message }) => (
          <li key={Message} className={styles.effect}>
            <Badge tone={tones[Verdict]}>{say(`configure.effect.${Verdict}`)}</Badge>
            <span>{Message}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
