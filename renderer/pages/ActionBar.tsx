import { Ellipsis } from 'lucide-react';
import type { ActionModel } from '#engine';
import { ActionButton } from '../actions/ActionButton.tsx';
import { ActionMenu } from '../actions/ActionMenu.tsx';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';

type Props = { readonly actions: readonly ActionModel[]; readonly scope: ScreenScope };

/** Draws actions as buttons; menu actions share one more button, unless there is only one. */
export function ActionBar({ actions, scope }: Props) {
  const say = useMessage();
  const further = actions.filter((action) => action.menu);
  const isMenu = further.length > 1;
  const shown = isMenu ? actions.filter((action) => !action.menu) : actions;
  return (
    <>
      {shown.map((action) => (
        <ActionButton key={action.id} action={action} scope={scope} />
      ))}
      {isMenu && (
        <ActionMenu
          label={say('ui.actions.more')}
          actions={further}
          scope={scope}
          trigger={<Button icon={<Icon icon={Ellipsis} />}>{say('ui.actions.more')}</Button>}
        />
      )}
    </>
  );
}
