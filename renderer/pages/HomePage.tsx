import { anyApprovals } from '../approvals/useApprovals.ts';
import { useModel, useUser } from '../data/App.tsx';
import { lazyComponent } from '../data/fetched.tsx';
import { useMessage } from '../data/messages.tsx';
import { usePageTitle } from '../data/usePageTitle.ts';
import area from '../parts/area.module.css';
import { EmptyState } from '../parts/EmptyState.tsx';

const ApprovalLists = lazyComponent(
  async () => (await import('../approvals/ApprovalLists.tsx')).ApprovalLists,
);

/** For people whose roles open no screen yet; with what waits for them, if there are approvals. */
export function HomePage() {
  const say = useMessage();
  const { DisplayName } = useUser();
  const hasAny = anyApprovals(useModel());
  usePageTitle(say('ui.home.title'));
  const welcome = (
    <EmptyState heading title={say('ui.home.welcome', { name: DisplayName })} text={say('ui.home.nothing')} />
  );
  if (!hasAny) return welcome;
  return (
    <div className={area.area}>
      {welcome}
      <ApprovalLists />
    </div>
  );
}
