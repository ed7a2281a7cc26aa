import { useId } from 'react';
import { isGroup, partsOf, type WhereGroup, type WherePart, whereLimits } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Select } from '../../parts/Select.tsx';
import { WhereLine } from './WhereLine.tsx';
import styles from './where.module.css';
import type { WhereField } from './whereFields.ts';

type GroupProps = {
  readonly group: WhereGroup;
  readonly fields: readonly WhereField[];
  readonly depth: number;
  readonly onChange: (group: WhereGroup) => void;
};

/** Conditions joined by and or or, with groups in between. */
export function WhereGroupEditor({ group, fields, depth, onChange }: GroupProps) {
  const say = useMessage();
  const id = useId();
  const parts = partsOf(group);
  const change = (next: readonly WherePart[]) => onChange(group.any ? { any: next } : { all: next });
  const replace = (at: number, part?: WherePart) =>
    change(parts.flatMap((one, index) => (index === at ? (part ?? []) : one)));
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
            <WhereGroupEditor
              group={part}
              fields={fields}
              depth={depth + 1}
              onChange={(next) => replace(at, next)}
            />
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
      <Adding {...{ fields, depth }} onAdd={(part) => change([...parts, part])} />
    </fieldset>
  );
}

type AddingProps = Pick<GroupProps, 'fields' | 'depth'> & { readonly onAdd: (part: WherePart) => void };

/** Adds a condition, or a group of them while groups may be nested further. */
function Adding({ fields: [first], depth, onAdd }: AddingProps) {
  const say = useMessage();
  return (
    <span className={styles.adding}>
      {first && (
        <Button size="small" onPress={() => onAdd(freshOf(first))}>
          {say('ui.where.add')}
        </Button>
      )}
      {first && depth < whereLimits.depth && (
        <Button size="small" tone="quiet" onPress={() => onAdd({ any: [freshOf(first)] })}>
          {say('ui.where.add-group')}
        </Button>
      )}
    </span>
  );
}

const freshOf = ({ filter, operators }: WhereField): WherePart => ({
  path: filter.path,
  operator: operators[0] ?? 'eq',
  value: '',
});

/** `eq` and `ne` without a member `value` test for emptiness; an empty text is a value not yet given. */
export function isComplete(part: WherePart): boolean {
  if (isGroup(part)) return partsOf(part).every(isComplete);
  return part.value !== '' && !(Array.isArray(part.value) && part.value.length === 0);
}

/** Without empty groups; undefined if nothing is left. */
export function withoutEmpty(group: WhereGroup): WhereGroup | undefined {
  const parts = partsOf(group).flatMap((part) => (isGroup(part) ? (withoutEmpty(part) ?? []) : part));
  if (parts.length === 0) return undefined;
  return group.any ? { any: parts } : { all: parts };
}
