import type { ScreenModel } from '#engine';
import { ActionButton } from '../actions/ActionButton.tsx';
import { useModel } from '../data/App.tsx';
import { useFormats } from '../data/formats.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Badge } from '../parts/Badge.tsx';
import { approvalActions } from './approvalActions.ts';
import styles from './approvals.module.css';
import { type Approval, hasApprovals, useApprovalList } from './useApprovals.ts';

/** What the record of a screen waits for, above its blocks; a request sent back stays until the next one. */
export function ApprovalPanel({ screen, scope }: { screen: ScreenModel; scope: ScreenScope }) {
  const model = useModel();
  // The last record is the subject of the screen; earlier ones lead to it.
  const subject = screen.data.at(-1);
  const record = subject && scope.data[subject.name];
  const isSubject = screen.blocks.some((block) => block.kind === 'form' && block.record === subject?.name);
  const isNeeded =
    isSubject && record !== undefined && hasApprovals(model.entities.get(subject?.entity ?? ''));
  const { data } = useApprovalList(`/approval/record/${subject?.entity}/${record?.Id}`, isNeeded);
  const [newest, ...others] = isNeeded ? (data?.Items ?? []) : [];
  if (!newest) return null;
  const shown = [newest, ...others].filter(
    (one) => one.State === 'waiting' || (one === newest && one.State === 'sent-back'),
  );
  return shown.map((approval) => <Panel key={approval.Id} approval={approval} scope={scope} />);
}

function Panel({ approval, scope }: { approval: Approval; scope: ScreenScope }) {
  const say = useMessage();
  const formats = useFormats();
  const { Label, Requester, RequestedDate, Note, State, EndedBy, EndNote, WaitsFor } = approval;
  const isWaiting = State === 'waiting';
  const title = isWaiting
    ? say('approvals.waiting', { step: Label })
    : say('approvals.was-sent-back', { step: Label, name: EndedBy ?? '' });
  return (
    <section className={styles.panel} data-state={State} aria-label={title}>
      <div className={styles.facts}>
        <p className={styles.title}>
          {title} {approval.IsOverdue && <Badge tone="warning">{say('approvals.overdue')}</Badge>}
        </p>
        {!isWaiting && EndNote && <p className={styles.note}>{EndNote}</p>}
        {isWaiting && (
          <>
            <p>{say('approvals.asked', { name: Requester, date: formats.dateTime(RequestedDate) })}</p>
            {Note && <p className={styles.note}>{Note}</p>}
            {approval.Decisions.map(({ By, For, Date: date, Note: reason }) => (
              <p key={`${By} ${date}`}>
                {say(For ? 'approvals.decided-for' : 'approvals.decided', {
                  ...{ name: By, absent: For ?? '', date: formats.dateTime(date) },
                })}
                {reason && <span className={styles.note}> {reason}</span>}
              </p>
            ))}
            {WaitsFor.length > 0 && <p>{say('approvals.waits-for-names', { names: WaitsFor.join(', ') })}</p>}
            {approval.DueDate && (
              <p>{say('approvals.due-on', { date: formats.dateTime(approval.DueDate) })}</p>
            )}
            {approval.For && <p>{say('approvals.for', { name: approval.For })}</p>}
          </>
        )}
      </div>
      <div className={styles.actions} data-screen-only>
        {approvalActions(approval, say, false).map((action) => (
          <ActionButton key={action.id} action={action} scope={scope} root={{ Id: approval.RecordId }} />
        ))}
      </div>
    </section>
  );
}
