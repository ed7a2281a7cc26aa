import { Trash2 } from 'lucide-react';
import type { LookupItem, LookupModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { Badge, badgeTone } from '../../parts/Badge.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { findChange } from '../changes.ts';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';

/** The items of a list with the draft applied. */
export function LookupItems({ lookup }: { lookup: LookupModel }) {
  const say = useMessage();
  const { draft, text } = useWork();
  const { put, remove, isBusy } = useSaveDraft();
  const changeOf = (item: LookupItem) => findChange(draft.Changes, 'lookup', `${lookup.id}.${item.Name}`);
  const take = (item: LookupItem) => {
    const name = `${lookup.id}.${item.Name}`;
    const own = changeOf(item);
    // Deleting a shipped item is a change; deleting one of the draft removes its change.
    if (own && !own.was) void remove([{ kind: 'lookup', name }]);
    else void put([{ kind: 'lookup', name, remove: true }]);
  };
  const columns: readonly PlainColumn<LookupItem>[] = [
    {
      id: 'en-CA',
      title: say('configure.language.en-CA'),
      isHead: true,
      cell: (item) => (
        <span className={styles.line}>
          <Badge tone={badgeTone(item.tone)}>{text(`lookup.${lookup.id}.${item.Name}`, 'en-CA')}</Badge>
          {changeOf(item) && <Badge tone="accent">{say('configure.own')}</Badge>}
        </span>
      ),
    },
    {
      id: 'fr-CA',
      title: say('configure.language.fr-CA'),
      cell: (item) => text(`lookup.${lookup.id}.${item.Name}`, 'fr-CA'),
    },
    {
      id: 'name',
      title: say('configure.stored-name'),
      cell: (item) => <code className={styles.code}>{`${item.Id} · ${item.Name}`}</code>,
    },
    {
      id: 'remove',
      title: say('configure.actions'),
      cell: (item) => (
        <IconButton
          icon={Trash2}
          size="small"
          disabled={isBusy}
          label={say('ui.remove-item', { item: text(`lookup.${lookup.id}.${item.Name}`, 'en-CA') })}
          onPress={() => take(item)}
        />
      ),
    },
  ];
  return (
    <PlainTable
      label={say('configure.lookup.items')}
      columns={columns}
      rows={lookup.items}
      rowId={({ Id }) => String(Id)}
    />
  );
}
