import type { ActionModel, GridSnapshot, GridState } from '#engine';
import { ActionButton, isActionEnabled, useVisibleActions } from '../actions/ActionButton.tsx';
import { useMessage } from '../data/messages.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { Button } from '../parts/Button.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { countFilters, waitsForFilter } from './filterValues.ts';
import { NearRecords } from './NearRecords.tsx';

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot; readonly scope: ScreenScope };

/**
 * Says that the list is empty and offers to begin it, that no row matches, with a button to clear the filters,
 * or what to search for, with the records that the person probably looks for.
 */
export function NoRows({ grid, snapshot, scope }: Props) {
  const say = useMessage();
  const { start, empty, entity, actions } = grid.block;
  const offered = useVisibleActions(actions, scope).find((action) => begins(action, scope));
  if (start && waitsForFilter(grid.block, snapshot))
    return (
      <>
        <EmptyState title={say(start)} />
        <NearRecords entity={entity} />
      </>
    );
  if (countFilters(grid.block, snapshot.filters) === 0 && !snapshot.where)
    return (
      <EmptyState
        title={say(empty)}
        {...(offered && {
          text: say('ui.grid.none.text'),
          actions: (
            <ActionButton
              action={{ ...offered, label: 'ui.grid.none.first', tone: 'neutral' }}
              scope={scope}
            />
          ),
        })}
      />
    );
  return (
    <EmptyState
      title={say('ui.grid.no-match')}
      text={say('ui.grid.no-match-text')}
      actions={<Button onPress={grid.clearFilters}>{say('ui.grid.clear')}</Button>}
    />
  );
}

/** The action that adds a record, as opposed to those that work on the list. */
function begins(action: ActionModel, scope: ScreenScope): boolean {
  return action.tone === 'primary' && isActionEnabled(action, scope);
}
