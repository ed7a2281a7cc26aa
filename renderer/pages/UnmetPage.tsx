import { SearchX } from 'lucide-react';
import type { ScreenModel, ScreenRequirement } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { usePageTitle } from '../data/usePageTitle.ts';
import { useText } from '../data/useText.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Link } from '../parts/Link.tsx';

type Props = {
  readonly unmet: ScreenRequirement;
  readonly screen: ScreenModel;
  readonly scope: ScreenScope;
};

/** Says which requirement of the screen is not met, and links to where it can be fixed. */
export function UnmetPage({ unmet: { message, back }, screen, scope }: Props) {
  const say = useMessage();
  const own = useText(screen.title, scope);
  const title = back ? own : say('ui.unmet.title');
  usePageTitle(title);
  return (
    <EmptyState
      heading
      icon={SearchX}
      title={title}
      text={say(message ?? 'ui.not-found.text')}
      actions={
        <Link to={back ? fillPath(back.to, { route: scope.route, data: scope.data }) : '/'} look="button">
          {say(back?.label ?? 'ui.home')}
        </Link>
      }
    />
  );
}
