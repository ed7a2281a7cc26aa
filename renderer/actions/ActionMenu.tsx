import { type ReactElement, useState } from 'react';
import type { ActionModel } from '#engine';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { findIcon } from '../parts/icons.ts';
import { Menu, type MenuEntry } from '../parts/Menu.tsx';
import { isActionEnabled, refusal } from './ActionButton.tsx';
import { useRunAction } from './useRunAction.ts';
import { WhyRefused } from './WhyRefused.ts';

type Props = {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly actions: readonly ActionModel[];
  readonly scope: ScreenScope;
  readonly root?: unknown;
};

type Asked = { readonly action: ActionModel; readonly anchor: Element };

/** Draws actions as menu items: destructive ones last, disabled ones with a reason on request. */
export function ActionMenu({ label, trigger, actions, scope, root }: Props) {
  const say = useMessage();
  const run = useRunAction(scope);
  const [asked, setAsked] = useState<Asked>();
  const ordered = [...actions].sort((one, other) => Number(isDanger(one)) - Number(isDanger(other)));
  const entries = ordered.map(
    (action): MenuEntry => ({
      id: action.id,
      label: say(action.label),
      icon: action.icon ? findIcon(action.icon) : undefined,
      tone: isDanger(action) ? 'danger' : 'neutral',
      section: isDanger(action) ? '' : undefined,
      refusal: isActionEnabled(action, scope, root) ? undefined : refusal(action, say),
      onRefused: (anchor) => setAsked({ action, anchor }),
      onAction: () => void run(action, root),
    }),
  );
  return (
    <>
      <Menu label={label} entries={entries} trigger={trigger} />
      {asked && !isActionEnabled(asked.action, scope, root) && (
        <WhyRefused
          {...{ ...asked, scope, root }}
          sentence={refusal(asked.action, say)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const isDanger = ({ tone }: ActionModel): boolean => tone === 'danger';
