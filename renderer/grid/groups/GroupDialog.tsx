import { useId, useState } from 'react';
import { type GridState, type GroupPeriod, groupPeriods, kinds } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { Select } from '../../parts/Select.tsx';
import type { Grouping, GroupOffer } from './groupingOf.ts';
import styles from './groups.module.css';

type Props = {
  readonly grid: GridState;
  readonly grouping: Grouping | undefined;
  readonly offer: GroupOffer;
  readonly onClose: () => void;
};

const none = '-';
/** More sums than a heading has room for. */
const mostTotals = 10;

/** Chooses the field to group by, for dates the period, and the fields to add up. */
export function GroupDialog({ grid, grouping, offer, onClose }: Props) {
  const say = useMessage();
  const id = useId();
  const [path, setPath] = useState(grouping?.field.path ?? none);
  const [per, setPer] = useState<GroupPeriod>(grouping?.per ?? 'month');
  const [totals, setTotals] = useState<readonly string[]>(() =>
    (grouping?.totals ?? []).map((field) => field.path),
  );
  const field = offer.fields.find((one) => one.path === path);
  const apply = () => {
    const isSame = path === grouping?.field.path && per === (grouping?.per ?? per);
    grid.look({
      group: field?.path,
      per: field && kinds[field.kind].day ? per : undefined,
      totals: field && totals.length > 0 ? totals.slice(0, mostTotals) : undefined,
      ...(!isSame && { unfolded: undefined }),
    } as Parameters<GridState['look']>[0]);
    onClose();
  };
  const labelled = (name: string) => ({ id: `${id}-${name}`, labelledBy: `${id}-${name}-label` });
  return (
    <Dialog
      size="small"
      title={say('ui.groups.title')}
      onClose={onClose}
      main={{ label: say('ui.where.apply'), onPress: apply }}
      cancel={say('ui.cancel')}
    >
      <div className={styles.form}>
        <FieldShell id={`${id}-field`} label={say('ui.groups.field')} as="group">
          <Select
            {...labelled('field')}
            value={path}
            clearable={false}
            options={[
              { id: none, label: say('ui.groups.none') },
              ...offer.fields.map((one) => ({ id: one.path, label: say(one.label) })),
            ]}
            onChange={(picked) => setPath(picked ?? none)}
          />
        </FieldShell>
        {field && kinds[field.kind].day && (
          <FieldShell id={`${id}-per`} label={say('ui.groups.period')} as="group">
            <Select
              {...labelled('per')}
              value={per}
              clearable={false}
              options={groupPeriods.map((one) => ({ id: one, label: say(`ui.groups.per.${one}`) }))}
              onChange={(picked) => setPer(picked as GroupPeriod)}
            />
          </FieldShell>
        )}
        {field && offer.totals.length > 0 && (
          <FieldShell id={`${id}-totals`} label={say('ui.groups.totals')} as="group">
            <MultiSelect
              {...labelled('totals')}
              value={totals}
              options={offer.totals.map((one) => ({ id: one.path, label: say(one.label) }))}
              onChange={setTotals}
            />
          </FieldShell>
        )}
      </div>
    </Dialog>
  );
}
