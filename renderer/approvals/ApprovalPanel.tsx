import type { ScreenScope } from '../data/screenScope.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import type { Approval } from './useApprovals.ts';

type Props = { readonly approvals: readonly Approval[]; readonly scope: ScreenScope };

/** What the record of a screen waits for, above its blocks; a request sent back stays until the next one. */
export function ApprovalPanel({ approvals, scope }: Props) {
  const [newest, ...others] = approvals;
  if (!newest) return null;
  const shown = [newest, ...others].filter(
    (one) => one.State === 'waiting' || (one === newest && one.State === 'sent-back'),
  );
  return shown.map((approval) => <ApprovalCard key={approval.Id} approval={approval} scope={scope} />);
}
