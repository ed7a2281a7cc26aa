import type { ActionModel } from '#engine';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/ScreenScope.tsx';
import type { MenuEntry } from '../parts/Menu.tsx';
import { findIcon } from '../shell/icons.ts';
import { isActionEnabled, refusal } from './ActionButton.tsx';
import { useRunAction } from './useRunAction.ts';

/** Declared actions as lines of a menu; what destroys stands apart, at the end. */
export function useMenuEntries(
  actions: readonly ActionModel[],
  scope: ScreenScope,
  root?: unknown,
): readonly MenuEntry[] {
  const say = useMessage();
  const run = useRunAction(scope);
  const ordered = [...actions].sort((one, other) => Number(isDanger(one)) - Number(isDanger(other)));
  return ordered.map((action) => {
    const isEnabled = isActionEnabled(action, scope, root);
    return {
      id: action.id,
      label: say(action.label),
      icon: action.icon ? findIcon(action.icon) : undefined,
      note: isEnabled ? undefined : refusal(action, say),
      tone: isDanger(action) ? 'danger' : 'neutral',
      section: isDanger(action) ? '' : undefined,
      disabled: !isEnabled,
      onAction: () => void run(action, root),
    };
  });
}

const isDanger = ({ tone }: ActionModel): boolean => tone === 'danger';
