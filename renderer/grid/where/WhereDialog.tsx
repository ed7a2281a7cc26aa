import { useId, useMemo, useState } from 'react';
import { type GridState, isGroup, partsOf, type WhereGroup, type WherePart, whereLimits } from '#engine';
import { useModel, useUser } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { Select } from '../../parts/Select.tsx';
import { WhereLine } from './WhereLine.tsx';
import styles from './where.module.css';
import { type WhereField, whereFields } from './whereFields.ts';

type Props = {
  readonly grid: GridState;
  readonly where: WhereGroup | undefined;
  readonly onClose: () => void;
};

/** Builds conditions: field, comparison and value, joined by and or or, with groups in between. */
export function WhereDialog({ grid, where, onClose }: Props) {
  const say = useMessage();
  const [model, { Features }] = [useModel(), useUser()];
  const fields = useMemo(() => whereFields(model, grid.block, Features), [model, grid.block, Features]);
  const [start] = useState<WhereGroup>(where ?? { all: [] });
  const [group, setGroup] = useState(start);
  const [isTried, setTried] = useState(false);
  const draft = useKeptWork({
    key: `where.${location.pathname}.${grid.block.id}`,
    value: group,
    isChanged: group !== start,
    restore: setGroup,
  });
  const apply = () => {
    if (!isComplete(group)) return setTried(true);
    const kept = withoutEmpty(group);
    grid.look({ where: kept } as Parameters<GridState['look']>[0]);
    onClose();
  };
  return (
    <Dialog
      size="large"
      title={say('ui.where.title')}
      onClose={onClose}
      holdsWork={group !== start}
      main={{ label: say('ui.where.apply'), onPress: apply }}
      cancel={say('ui.cancel')}
    >
      <DraftBar draft={draft} />
      {isTried && !isComplete(group) && (
        <p className={styles.problem} role="alert">
          {say('ui.where.incomplete')}
        </p>
      )}
      {partsOf(group).length === 0 && <p className={styles.none}>{say('ui.where.none')}</p>}
      <Group group={group} fields={fields} depth={1} onChange={setGroup} />
    </Dialog>
  );
}

type GroupProps = {
  readonly group: WhereGroup;
  readonly fields: readonly WhereField[];
  readonly depth: number;
  readonly onChange: (group: WhereGroup) => void;
};

function Group({ group, fields, depth, onChange }: GroupProps) {
  const say = useMessage();
  const id = useId();
  const parts = partsOf(group);
  const change = (next: readonly WherePart[]) => onChange(group.any ? { any: next } : { all: next });
  const replace = (at: number, part?: WherePart) =>
    change(parts.flatMap((one, index) => (index === at ? (part ?? []) : one)));
  const first = fields[0];
  const add = (part: WherePart) => change([...parts, part]);
  return (
    <fieldset className={styles.group} aria-label={say('ui.where.joined')}>
      {parts.length > 1 && (
        <Select
          id={`${id}-joined`}
          label={say('ui.where.joined')}
          value={group.any ? 'any' : 'all'}
          clearable={false}
          options={['all', 'any'].map((way) => ({ id: way, label: say(`ui.where.${way}`) }))}
          onChange={(way) => onChange(way === 'any' ? { any: parts } : { all: parts })}
        />
      )}
      {parts.map((part, at) =>
        isGroup(part) ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
          <div key={at} className={styles.inner}>
            <Group group={part} fields={fields} depth={depth + 1} onChange={(next) => replace(at, next)} />
            <Button size="small" tone="quiet" onPress={() => replace(at)}>
              {say('ui.where.remove-group')}
            </Button>
          </div>
        ) : (
          <WhereLine
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity
            key={`${at} ${part.path} ${part.operator}`}
            {...{ fields, condition: part }}
            number={at + 1}
            onChange={(next) => replace(at, next)}
            onRemove={() => replace(at)}
          />
        ),
      )}
      <span className={styles.adding}>
        {first && (
          <Button size="small" onPress={() => add(freshOf(first))}>
            {say('ui.where.add')}
          </Button>
        )}
        {first && depth < whereLimits.depth && (
          <Button size="small" tone="quiet" onPress={() => add({ any: [freshOf(first)] })}>
            {say('ui.where.add-group')}
          </Button>
        )}
      </span>
    </fieldset>
  );
}

const freshOf = ({ filter, operators }: WhereField): WherePart => ({
  path: filter.path,
  operator: operators[0] ?? 'eq',
  value: '',
});

/** `eq` and `ne` without a member `value` test for emptiness; an empty text is a value not yet given. */
function isComplete(part: WherePart): boolean {
  if (isGroup(part)) return partsOf(part).every(isComplete);
  return part.value !== '' && !(Array.isArray(part.value) && part.value.length === 0);
}

function withoutEmpty(group: WhereGroup): WhereGroup | undefined {
  const parts = partsOf(group).flatMap((part) => (isGroup(part) ? (withoutEmpty(part) ?? []) : part));
  if (parts.length === 0) return undefined;
  return group.any ? { any: parts } : { all: parts };
}
