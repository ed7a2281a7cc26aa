import { X } from 'lucide-react';
import { useId } from 'react';
import { kinds, namedPeriods, type WhereCondition } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import { FilterControl } from '../FilterField.tsx';
import styles from './where.module.css';
import type { WhereField } from './whereFields.ts';

const counted = [7, 30, 90].flatMap((days) => [`next-${days}-days`, `last-${days}-days`]);
const offered: readonly string[] = [...namedPeriods, ...counted];

type Props = {
  readonly condition: WhereCondition;
  readonly fields: readonly WhereField[];
  readonly number: number;
  readonly onChange: (condition: WhereCondition) => void;
  readonly onRemove: () => void;
};

/** One condition: field, comparison, value. */
export function WhereLine({ condition, fields, number, onChange, onRemove }: Props) {
  const say = useMessage();
  const id = useId();
  const { path } = condition;
  const field = fields.find(({ filter }) => filter.path === path);
  const operator = shownOperator(condition);
  const isDay = field && kinds[field.filter.kind].day;
  const wordOf = (name: string) =>
    say(isDay && ['ge', 'le', 'gt', 'lt'].includes(name) ? `ui.where.is.day.${name}` : `ui.where.is.${name}`);
  const options = fields.map(({ filter }) => ({ id: filter.path, label: say(filter.title) }));
  return (
    <div className={styles.line}>
      <div className={styles.value}>
        <label id={`${id}-field-label`} htmlFor={`${id}-field`} className={styles.valueLabel}>
          {say('ui.where.field')}
        </label>
        <ComboBox
          id={`${id}-field`}
          labelledBy={`${id}-field-label`}
          value={path}
          selected={options.find((option) => option.id === path) ?? { id: path, label: path }}
          options={options}
          required
          onChange={(picked) => {
            const next = fields.find(({ filter }) => filter.path === picked);
            if (next) onChange({ path: next.filter.path, operator: next.operators[0] ?? 'eq', value: '' });
          }}
        />
      </div>
      <div className={styles.value}>
        <span id={`${id}-operator-label`} className={styles.valueLabel}>
          {say('ui.where.operator')}
        </span>
        <Select
          id={`${id}-operator`}
          labelledBy={`${id}-operator-label`}
          value={operator}
          clearable={false}
          options={(field?.operators ?? [operator]).map((name) => ({ id: name, label: wordOf(name) }))}
          onChange={(picked) => onChange(withOperator(path, picked ?? 'eq'))}
        />
      </div>
      <ConditionValue field={field} operator={operator} condition={condition} onChange={onChange} />
      <IconButton
        size="small"
        tone="quiet"
        icon={X}
        label={say('ui.where.remove', { number })}
        onPress={onRemove}
      />
    </div>
  );
}

type ValueProps = Pick<Props, 'condition' | 'onChange'> & {
  readonly field: WhereField | undefined;
  readonly operator: string;
};

/** The value, chosen or typed as in a filter of its kind; none where emptiness is compared. */
function ConditionValue({ field, operator, condition, onChange }: ValueProps) {
  const say = useMessage();
  const id = useId();
  const { path, value } = condition;
  return (
    <div className={styles.value}>
      {!isEmptiness(operator) && (
        <label id={`${id}-label`} htmlFor={id} className={styles.valueLabel}>
          {say('ui.where.value')}
        </label>
      )}
      {operator === 'within' ? (
        <Select
          id={id}
          labelledBy={`${id}-label`}
          value={typeof value === 'string' && value !== '' ? value : undefined}
          clearable={false}
          options={[...new Set([...offered, ...(value ? [String(value)] : [])])].map((period) => ({
            id: period,
            label: offered.includes(period) ? say(`ui.period.${period}`) : period,
          }))}
          onChange={(picked) => onChange({ path, operator, value: picked ?? '' })}
        />
      ) : (
        field &&
        !isEmptiness(operator) && (
          <FilterControl
            id={id}
            filter={{ ...field.filter, operator: operator as typeof field.filter.operator }}
            value={value === '' ? undefined : value}
            pause={0}
            grid={{
              setFilter: (_, picked) =>
                onChange({ path, operator, value: (picked ?? '') as NonNullable<WhereCondition['value']> }),
            }}
          />
        )
      )}
    </div>
  );
}

const isEmptiness = (operator: string) => operator === 'empty' || operator === 'filled';

function shownOperator({ operator, value }: WhereCondition): string {
  if (value !== undefined && value !== null) return operator;
  if (operator === 'eq') return 'empty';
  return operator === 'ne' ? 'filled' : operator;
}

function withOperator(path: string, operator: string): WhereCondition {
  if (operator === 'empty') return { path, operator: 'eq' };
  if (operator === 'filled') return { path, operator: 'ne' };
  return { path, operator, value: operator === 'in' || operator === 'all' ? [] : '' };
}
