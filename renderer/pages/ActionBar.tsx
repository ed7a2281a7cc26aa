import { Ellipsis } from 'lucide-react';
import type { ActionModel } from '#engine';
import { ActionButton } from '../actions/ActionButton.tsx';
import { ActionMenu } from '../actions/ActionMenu.tsx';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { usePhone } from '../parts/usePhone.ts';

type Props = { readonly actions: readonly ActionModel[]; readonly scope: ScreenScope };

/**
 * Draws actions as buttons; menu actions share one more button, unless there is only one. On a phone one
 * button and one menu fit on a line.
 */
export function ActionBar({ actions, scope }: Props) {
  const say = useMessage();
  const isPhone = usePhone();
  const further = isPhone ? behindOne(actions) : actions.filter((action) => action.menu);
  const isMenu = further.length > 1;
  const shown = isMenu ? actions.filter((action) => !further.includes(action)) : actions;
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

/** All actions but the main one: the primary, or the first that is not a menu action. */
function behindOne(actions: readonly ActionModel[]): readonly ActionModel[] {
  const main = actions.find(({ tone }) => tone === 'primary') ?? actions.find(({ menu }) => !menu);
  return actions.filter((action) => action !== main);
}
