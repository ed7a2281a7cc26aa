/** The decisions about an approval, as actions: they look and work like steps wherever steps are shown. */
import type { ActionModel, Compiled, DataRecord } from '#engine';
import { type Say, useMessage } from '../data/messages.tsx';
import { type Approval, useOpenApprovals } from './useApprovals.ts';

type Verdict = 'approve' | 'send-back' | 'withdraw';

/** What this person may do about it; `isNamed`: with the name of the step, since other steps are next to. */
export function approvalActions(approval: Approval, say: Say, isNamed: boolean): readonly ActionModel[] {
  const verdicts: readonly Verdict[] = [
    ...(approval.MayDecide ? (['approve', 'send-back'] as const) : []),
    ...(approval.MayWithdraw ? (['withdraw'] as const) : []),
  ];
  return verdicts.map((verdict) => actionOf(approval, verdict, { say, isNamed }));
}

function actionOf(
  approval: Approval,
  verdict: Verdict,
  { say, isNamed }: { readonly say: Say; readonly isNamed: boolean },
): ActionModel {
  const { Id, Entity, Label } = approval;
  return {
    ...{ id: `approval-${verdict}-${Id}`, kind: 'call', method: 'POST', returns: false },
    label: isNamed ? say(`approvals.${verdict}-step`, { step: Label }) : `approvals.${verdict}`,
    route: `/approval/${Id}/${verdict}`,
    // The person decides about the record as it was when it was read.
    ...(verdict !== 'withdraw' && { body: constant({ RecordRevision: approval.RecordRevision }) }),
    place: { file: '', pointer: '' },
    access: { kind: 'login' },
    step: {
      ...{ entity: Entity, transition: `approval-${verdict}`, fields: [] },
      note: verdict === 'send-back' ? 'required' : 'optional',
    },
    ...{ confirm: [], alerts: [], failureStays: false, menu: false },
    success: `approvals.done.${verdict}`,
    tone: verdict === 'approve' ? 'primary' : 'neutral',
    ...(verdict === 'approve' && { icon: 'badge-check' }),
  };
}

/** For rows and cards: what this person may do about the approvals that a record waits for. */
export function useApprovalActions(
  entity: string | undefined,
): (record: DataRecord) => readonly ActionModel[] {
  const say = useMessage();
  const openOf = useOpenApprovals(entity);
  return ({ Id }) => openOf(Id).flatMap((approval) => approvalActions(approval, say, true));
}

const constant = (value: object): Compiled => ({ text: '', evaluate: () => value, reads: [], calls: [] });
