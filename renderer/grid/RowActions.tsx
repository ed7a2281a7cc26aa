import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ActionModel, DataRecord } from '#engine';
import { isActionEnabled, refusal, useVisibleActions } from '../actions/ActionButton.tsx';
import { ActionMenu } from '../actions/ActionMenu.tsx';
import { useRunAction } from '../actions/useRunAction.ts';
import { WhyRefused } from '../actions/WhyRefused.ts';
import { useApprovalActions } from '../approvals/approvalActions.ts';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { IconButton } from '../parts/IconButton.tsx';
import { findIcon } from '../parts/icons.ts';
import styles from './grid.module.css';

/** Most actions drawn as buttons; more go into a menu. */
export const INLINE_ACTIONS = 3;

type Props = {
  readonly actions: readonly ActionModel[];
  readonly record: DataRecord;
  readonly name: string;
  readonly scope: ScreenScope;
  /** The entity of the record, for the approvals that it waits for. */
  readonly entity: string;
};

/** The actions of a row, as a few buttons or one menu; workflow steps are in a menu. */
export function RowActions({ actions, record, name, scope, entity }: Props) {
  const say = useMessage();
  const decisions = useApprovalActions(entity)(record);
  const visible = [...decisions, ...useVisibleActions(actions, scope, record)];
  if (decisions.length === 0 && actions.length <= INLINE_ACTIONS && !actions.some(({ menu }) => menu)) {
    return (
      <span className={styles.actions}>
        {visible.map((action) => (
          <RowButton key={action.id} {...{ action, record, name, scope }} />
        ))}
      </span>
    );
  }
  if (visible.length === 0) return null;
  const label = say('ui.grid.row-actions', { name });
  return (
    <ActionMenu
      label={label}
      actions={visible}
      scope={scope}
      root={record}
      trigger={<IconButton size="small" icon={Ellipsis} label={label} />}
    />
  );
}

/** One action of a row; explains why if it is disabled. */
function RowButton({
  action,
  record,
  name,
  scope,
}: Omit<Props, 'actions' | 'entity'> & { action: ActionModel }) {
  const say = useMessage();
  const run = useRunAction(scope);
  const [asked, setAsked] = useState<Element>();
  const isEnabled = isActionEnabled(action, scope, record);
  const sentence = refusal(action, say);
  return (
    <>
      <IconButton
        size="small"
        icon={findIcon(action.icon ?? '')}
        label={say('ui.labelled', { label: say(action.label), text: name })}
        refusal={isEnabled ? undefined : sentence}
        onRefused={(event) => setAsked(event.target)}
        onPress={() => void run(action, record)}
      />
      {asked && !isEnabled && (
        <WhyRefused
          {...{ action, scope, sentence }}
          root={record}
          anchor={asked}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
