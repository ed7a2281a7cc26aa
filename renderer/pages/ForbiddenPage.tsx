import { Lock } from 'lucide-react';
import type { Access } from '#engine';
import { missingFeatures } from '../data/allows.ts';
import { useFormats } from '../data/formats.ts';
import { useMessage } from '../data/messages.tsx';
import { usePageTitle } from '../data/usePageTitle.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { Link } from '../parts/Link.tsx';

/** Says that access is refused and names the missing permission, so that people know what to ask for. */
export function ForbiddenPage({ access, text }: { access?: Access; text?: string }) {
  const say = useMessage();
  const { either } = useFormats();
  usePageTitle(say('ui.forbidden.title'));
  const names = access
    ? missingFeatures(access).map((id) => say('ui.forbidden.feature', { title: say(`feature.${id}`), id }))
    : [];
  return (
    <EmptyState
      heading
      icon={Lock}
      title={say('ui.forbidden.title')}
      text={text ?? say('ui.forbidden.text', { features: either(names) })}
      actions={
        <Link to="/" look="button">
          {say('ui.home')}
        </Link>
      }
    />
  );
}
