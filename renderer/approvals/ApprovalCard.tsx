import { ActionButton } from '../actions/ActionButton.tsx';
import { useFormats } from '../data/formats.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Badge } from '../parts/Badge.tsx';
import { Link } from '../parts/Link.tsx';
import { approvalActions } from './approvalActions.ts';
import styles from './approvals.module.css';
import type { Approval } from './useApprovals.ts';

type Props = {
  readonly approval: Approval;
  readonly scope: ScreenScope;
  /** In a list of several records: names the record and leads to it. */
  readonly isListed?: boolean;
};

/** An approval: what waits for whom, what was decided, and what this person may do about it. */
export function ApprovalCard({ approval, scope, isListed = false }: Props) {
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
        {isListed && <RecordLink approval={approval} />}
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

function RecordLink({ approval: { EntityTitle, RecordName, To } }: Pick<Props, 'approval'>) {
  const name = RecordName ? `${EntityTitle} ${RecordName}` : EntityTitle;
  return <p>{To ? <Link to={To}>{name}</Link> : name}</p>;
}
