import { SearchX } from 'lucide-react';
import { useMessage } from '../data/messages.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Link } from '../parts/Link.tsx';
import { usePageTitle } from './usePageTitle.ts';

/** The address asks for something this screen does not do; says what. */
export function UnmetPage({ text }: { text: string | undefined }) {
  const say = useMessage();
  usePageTitle(say('ui.unmet.title'));
  return (
    <EmptyState
      heading
      icon={SearchX}
      title={say('ui.unmet.title')}
      text={say(text ?? 'ui.not-found.text')}
      actions={
        <Link to="/" look="button">
          {say('ui.home')}
        </Link>
      }
    />
  );
}
