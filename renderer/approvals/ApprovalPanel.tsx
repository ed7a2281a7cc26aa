import type { ScreenModel } from '#engine';
import { useModel } from '../data/App.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { ApprovalCard } from './ApprovalCard.tsx';
import { hasApprovals, useApprovalList } from './useApprovals.ts';

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
  return shown.map((approval) => <ApprovalCard key={approval.Id} approval={approval} scope={scope} />);
}
