import { useUser } from '../data/App.tsx';
import { useMessage } from '../data/messages.tsx';
import { usePageTitle } from '../data/usePageTitle.ts';
import { EmptyState } from '../parts/EmptyState.tsx';

/** For people whose roles open no screen yet. */
export function HomePage() {
  const say = useMessage();
  const { DisplayName } = useUser();
  usePageTitle(say('ui.home.title'));
  return (
    <EmptyState heading title={say('ui.home.welcome', { name: DisplayName })} text={say('ui.home.nothing')} />
  );
}
