import { Ellipsis } from 'lucide-react';
import type { ActionModel, DataRecord } from '#engine';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/ScreenScope.tsx';
import { isActionEnabled, useVisibleActions } from '../pages/ActionButton.tsx';
import { useMenuEntries } from '../pages/useMenuEntries.ts';
import { useRunAction } from '../pages/useRunAction.ts';
import { IconButton } from '../parts/IconButton.tsx';
import { Menu } from '../parts/Menu.tsx';
import { findIcon } from '../shell/icons.ts';
import styles from './grid.module.css';

/** Up to three actions stand side by side; more go into a menu. */
export const INLINE_ACTIONS = 3;

type Props = {
  readonly actions: readonly ActionModel[];
  readonly record: DataRecord;
  readonly name: string;
  readonly scope: ScreenScope;
};

/** The declared actions of a row: a few side by side, many behind a menu. */
export function RowActions({ actions, record, name, scope }: Props) {
  const say = useMessage();
  const run = useRunAction(scope);
  const visible = useVisibleActions(actions, scope, record);
  const entries = useMenuEntries(visible, scope, record);
  if (actions.length <= INLINE_ACTIONS) {
    return (
      <span className={styles.actions}>
        {visible.map((action) => (
          <IconButton
            key={action.id}
            size="small"
            icon={findIcon(action.icon ?? '')}
            label={say('ui.labelled', { label: say(action.label), text: name })}
            disabled={!isActionEnabled(action, scope, record)}
            onPress={() => void run(action, record)}
          />
        ))}
      </span>
    );
  }
  const label = say('ui.grid.row-actions', { name });
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={<IconButton size="small" icon={Ellipsis} label={label} />}
    />
  );
}
