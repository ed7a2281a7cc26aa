import { Page } from '../configure/Page.tsx';
import { useMessage } from '../data/messages.tsx';
import area from '../parts/area.module.css';
import { ApprovalLists } from './ApprovalLists.tsx';

/** What waits for the person, and what they have asked for. */
export function ApprovalsPage() {
  const say = useMessage();
  return (
    <div className={area.area}>
      <Page title={say('screen.approvals')} note={say('approvals.note')}>
        <ApprovalLists />
      </Page>
    </div>
  );
}
