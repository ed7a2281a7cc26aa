import { useState } from 'react';
import { useDialogs, useToast } from '../../data/dialogs.tsx';
import { useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Link } from '../../parts/Link.tsx';
import { useDraftSteps } from '../useDraft.ts';
import { useWork } from '../work.tsx';
import { DraftUndo } from './DraftUndo.tsx';
import styles from './draft.module.css';
import { PublishDialog } from './PublishDialog.tsx';

/** The draft at the bottom of every page: number of changes, findings, and actions. */
export function DraftBar() {
  const say = useMessage();
  const { draft, settled } = useWork();
  const { past, future } = useDraftSteps(draft);
  const [isOpen, setOpen] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const dialogs = useDialogs();
  const guard = useGuardState();
  const review = async () => {
    // Input being typed is not in the draft yet: ask, so that nobody publishes without it by mistake.
    const isTyping = guard?.isDirty() ?? false;
    const yes = say('configure.draft.review-without');
    const no = say('ui.cancel');
    if (isTyping && !(await dialogs.confirm(say('configure.draft.typing'), { yes, no }))) return;
    // Wait for pending edits, so that the reviewed draft is the published one.
    setWaiting(true);
    await settled();
    setWaiting(false);
    setOpen(true);
  };
  const errors = draft.Findings.filter(({ Level }) => Level === 'error').length;
  const warnings = draft.Findings.length - errors;
  const count = draft.Differences.length;
  const isRefused = draft.Effects.some(({ Verdict }) => Verdict === 'Refused');
  const isBehind = draft.Release !== draft.Live;
  const upgraded = draft.Upgrade.Affected.length;
  // Warn that a published release is not in force.
  const aside = draft.Findings.find(({ Code }) => Code === 'release-aside');
  // Warnings about the release in force are no open work; they show on its page.
  const isUndoable = past.length + future.length > 0;
  if (count === 0 && errors === 0 && !isBehind && upgraded === 0 && !aside && !isUndoable) return null;
  return (
    <section className={styles.bar} data-at-foot aria-label={say('configure.draft')}>
      <p className={styles.state}>
        <strong>{say('configure.draft.count', { count })}</strong>
        {errors > 0 && <Badge tone="danger">{say('configure.draft.errors', { count: errors })}</Badge>}
        {warnings > 0 && <Badge tone="warning">{say('configure.draft.warnings', { count: warnings })}</Badge>}
        {isRefused && <Badge tone="danger">{say('configure.draft.refused')}</Badge>}
        {isBehind && (
          <Link to="/configure/rebase">{say('configure.draft.behind', { number: draft.Live })}</Link>
        )}
        {aside && <span>{aside.Message}</span>}
        {upgraded > 0 && (
          <Link to="/configure/upgrade">{say('configure.upgrade.open', { count: upgraded })}</Link>
        )}
      </p>
      <DraftUndo />
      <Discard />
      <Button tone="primary" busy={isWaiting} onPress={() => void review()}>
        {say('configure.draft.review')}
      </Button>
      {isOpen && <PublishDialog onClose={() => setOpen(false)} />}
    </section>
  );
}

function Discard() {
  const say = useMessage();
  const dialogs = useDialogs();
  const toast = useToast();
  const { discard, draft } = useWork();
  const press = async () => {
    const yes = await dialogs.confirm(say('configure.draft.discard.confirm'), {
      yes: say('configure.draft.discard'),
      no: say('ui.cancel'),
      tone: 'danger',
    });
    if (!yes) return;
    await discard().then(
      () => toast.show(say('configure.draft.discarded'), 'success', 'draft'),
      (error: Error) => toast.show(error.message, 'error', 'draft'),
    );
  };
  return (
    <Button
      tone="quiet"
      refusal={draft.Revision === 0 ? say('configure.nothing-changed') : undefined}
      onPress={() => void press()}
    >
      {say('configure.draft.discard')}
    </Button>
  );
}
