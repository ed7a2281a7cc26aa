import type { ReactNode } from 'react';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import type { Condition, NodeProps } from './builderModel.ts';
import styles from './rule.module.css';
import type { RuleOperand } from './ruleTypes.ts';

type Props = NodeProps<Condition> & {
  readonly id: string;
  readonly label: string;
  readonly operand: RuleOperand;
  /** Whether the rule may read today’s date. */
  readonly hasToday: boolean;
  /** The input of a plain date. */
  readonly valueInput: ReactNode;
};

/** Compares a date with a date, with a day before or after today, or with another field. */
export function DayInput(props: Props) {
  const { node, operand, operands, id, label, message: say, isReadOnly, replace, hasToday } = props;
  const others = operands.filter(
    ({ Type, SourceName }) => Type === operand.Type && SourceName !== operand.SourceName,
  );
  const kinds = ['value', ...(hasToday ? ['today'] : []), ...(others.length > 0 ? ['field'] : [])];
  if (kinds.length === 1) return props.valueInput;
  const kind = node.days !== undefined ? 'today' : node.share ? 'field' : 'value';
  const choose = (picked: string | undefined) =>
    replace(node.id, {
      ...{ ...node, value: null },
      days: picked === 'today' ? 0 : undefined,
      share: picked === 'field' ? { of: '', percent: 100 } : undefined,
    });
  return (
    <span className={styles.shareOrValue}>
      <Select
        id={`${id}-kind`}
        label={say('ui.rule.builder.with', { name: label })}
        clearable={false}
        readOnly={isReadOnly}
        value={kind}
        options={kinds.map((one) => ({ id: one, label: say(`ui.rule.builder.with-${one}`) }))}
        onChange={choose}
      />
      {kind === 'value' && props.valueInput}
      {kind === 'today' && (
        <NumberField
          id={`${id}-days`}
          label={say('ui.rule.builder.days')}
          readOnly={isReadOnly}
          step={1}
          value={node.days ?? 0}
          onChange={(days) => Number.isInteger(days) && replace(node.id, { ...node, days: Number(days) })}
        />
      )}
      {kind === 'field' && (
        <ComboBox
          id={`${id}-of`}
          label={say('ui.rule.builder.other-date')}
          placeholder={say('ui.rule.builder.other-date')}
          required
          readOnly={isReadOnly}
          value={node.share?.of || undefined}
          options={others.map((one) => ({ id: one.SourceName, label: one.Name }))}
          onChange={(of) => of !== undefined && replace(node.id, { ...node, share: { of, percent: 100 } })}
        />
      )}
    </span>
  );
}
