import { ClipboardCheck } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useModel } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { Counted } from '../parts/Counted.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import { anyApprovals, useApprovalList } from './useApprovals.ts';

/** How much waits for the person, and the way there; absent in applications without approvals. */
export function WaitingButton() {
  const say = useMessage();
  const navigate = useNavigate();
  const isNeeded = anyApprovals(useModel());
  const { data } = useApprovalList('/approval', isNeeded);
  if (!isNeeded) return null;
  const count = data?.TotalItems ?? 0;
  return (
    <Counted count={count}>
      <IconButton
        icon={ClipboardCheck}
        label={count > 0 ? say('approvals.count', { count }) : say('screen.approvals')}
        onPress={() => void navigate('/approvals')}
      />
    </Counted>
  );
}
