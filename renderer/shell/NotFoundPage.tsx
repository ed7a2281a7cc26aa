import { SearchX } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { usePageTitle } from '../data/usePageTitle.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Link } from '../parts/Link.tsx';

/** Unknown screen or record. */
export function NotFoundPage() {
  const say = useMessage();
  usePageTitle(say('ui.not-found.title'));
  return (
    <EmptyState
      heading
      icon={SearchX}
      title={say('ui.not-found.title')}
      text={say('ui.not-found.text')}
      actions={
        <Link to="/" look="button">
          {say('ui.home')}
        </Link>
      }
    />
  );
}
