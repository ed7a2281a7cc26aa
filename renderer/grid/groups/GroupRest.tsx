import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import type { Group } from './useGroups.ts';

type Props = { readonly group: Group; readonly name: string };

const isFirst = ({ isLoading, rows }: Group): boolean => isLoading && rows.length === 0;

/** Whether something of an unfolded group is not shown. */
export function hasRest(group: Group): boolean {
  const { isOpen, more, error, rows, count } = group;
  return isOpen && (more !== undefined || error !== null || isFirst(group) || rows.length < count);
}

/** What is still missing of an unfolded group, and how to see it. */
export function GroupRest({ group, name }: Props) {
  const say = useMessage();
  const { rows, count, more, error, retry, isLoading } = group;
  if (error)
    return (
      <span role="alert">
        {error.message}{' '}
        <Button size="small" onPress={retry}>
          {say('ui.retry')}
        </Button>
      </span>
    );
  if (isFirst(group)) return <span role="status">{say('ui.loading')}</span>;
  const shown = { shown: rows.length, count };
  if (!more) return isLoading ? null : say('ui.groups.narrow', shown);
  return (
    <Button
      size="small"
      tone="quiet"
      busy={isLoading}
      label={say('ui.board.more-of', { name, ...shown })}
      onPress={more}
    >
      {say('ui.board.more', shown)}
    </Button>
  );
}
