import { useId, useState } from 'react';
import { type GridState, type GroupPeriod, groupPeriods, kinds } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
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

type Choice = { readonly path: string; readonly per: GroupPeriod; readonly totals: readonly string[] };

/** Chooses the field to group by, for dates the period, and the fields to add up. */
export function GroupDialog({ grid, grouping, offer, onClose }: Props) {
  const say = useMessage();
  const [start] = useState(() => choiceOf(grouping));
  const [choice, setChoice] = useState(start);
  const isChanged = JSON.stringify(choice) !== JSON.stringify(start);
  const draft = useKeptWork({
    key: `groups.${location.pathname}.${grid.block.id}`,
    value: choice,
    isChanged,
    restore: setChoice,
  });
  const apply = () => {
    grid.look(lookOf(choice, grouping, offer));
    onClose();
  };
  return (
    <Dialog
      size="small"
      title={say('ui.groups.title')}
      onClose={onClose}
      holdsWork={isChanged}
      main={{ label: say('ui.where.apply'), onPress: apply }}
      cancel={say('ui.cancel')}
    >
      <DraftBar draft={draft} />
      <Fields {...{ choice, offer }} set={(change) => setChoice((now) => ({ ...now, ...change }))} />
    </Dialog>
  );
}

const choiceOf = (grouping: Grouping | undefined): Choice => ({
  path: grouping?.field.path ?? none,
  per: grouping?.per ?? 'month',
  totals: (grouping?.totals ?? []).map(({ path }) => path),
});

/** What the list keeps of the choice; groups stay unfolded if they remain the same. */
function lookOf({ path, per, totals }: Choice, grouping: Grouping | undefined, { fields }: GroupOffer) {
  const field = fields.find((one) => one.path === path);
  const isSame = path === grouping?.field.path && per === (grouping?.per ?? per);
  return {
    group: field?.path,
    per: field && kinds[field.kind].day ? per : undefined,
    totals: field && totals.length > 0 ? totals.slice(0, mostTotals) : undefined,
    ...(!isSame && { unfolded: undefined }),
  } as Parameters<GridState['look']>[0];
}

type FieldsProps = {
  readonly choice: Choice;
  readonly offer: GroupOffer;
  readonly set: (change: Partial<Choice>) => void;
};

function Fields({ choice: { path, per, totals }, offer, set }: FieldsProps) {
  const say = useMessage();
  const id = useId();
  const field = offer.fields.find((one) => one.path === path);
  const labelled = (name: string) => ({ id: `${id}-${name}`, labelledBy: `${id}-${name}-label` });
  return (
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
          onChange={(picked) => set({ path: picked ?? none })}
        />
      </FieldShell>
      {field && kinds[field.kind].day && (
        <FieldShell id={`${id}-per`} label={say('ui.groups.period')} as="group">
          <Select
            {...labelled('per')}
            value={per}
            clearable={false}
            options={groupPeriods.map((one) => ({ id: one, label: say(`ui.groups.per.${one}`) }))}
            onChange={(picked) => set({ per: picked as GroupPeriod })}
          />
        </FieldShell>
      )}
      {field && offer.totals.length > 0 && (
        <FieldShell id={`${id}-totals`} label={say('ui.groups.totals')} as="group">
          <MultiSelect
            {...labelled('totals')}
            value={totals}
            options={offer.totals.map((one) => ({ id: one.path, label: say(one.label) }))}
            onChange={(picked) => set({ totals: picked })}
          />
        </FieldShell>
      )}
    </div>
  );
}
