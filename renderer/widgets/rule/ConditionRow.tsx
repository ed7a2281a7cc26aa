import { Trash2 } from 'lucide-react';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { Select } from '../../parts/Select.tsx';
import type { NodeProps } from './builderModel.ts';
import {
  type Comparison,
  type Condition,
  type ConditionValue,
  comparisonsFor,
  freshCondition,
} from './builderModel.ts';
import { DayInput } from './DayInput.tsx';
import { OperandInput, OperandValues } from './OperandInput.tsx';
import styles from './rule.module.css';
import type { RuleName, RuleOperand } from './ruleTypes.ts';
import { ShareInput, sharable } from './ShareInput.tsx';

/** Edits one condition: operand, comparison and value. */
export function ConditionRow(props: NodeProps<Condition>) {
  const { node, operands, replace, message: say, inputId, isReadOnly } = props;
  const id = `${inputId}-${node.id}`;
  const operand = operands.find(({ SourceName }) => SourceName === node.name);
  const label = operand?.Name ?? node.name;
  const names = props.checked.answer?.Names ?? [];
  const pick = (name: string | undefined) => {
    const picked = operands.find(({ SourceName }) => SourceName === name);
    if (picked) replace(node.id, freshCondition(node.id, picked));
  };
  return (
    <div className={styles.condition}>
      <ComboBox
        id={`${id}-name`}
        label={say('ui.rule.builder.parameter')}
        placeholder={say('ui.rule.builder.parameter')}
        required
        readOnly={isReadOnly}
        value={node.name === '' ? undefined : node.name}
        selected={node.name === '' ? undefined : { id: node.name, label }}
        options={operands.map((one) => ({ id: one.SourceName, label: one.Name }))}
        onChange={pick}
      />
      {node.name !== '' && (
        <Select
          id={`${id}-comparison`}
          label={say('ui.rule.builder.comparison', { name: label })}
          clearable={false}
          readOnly={isReadOnly}
          value={node.comparison}
          options={choices(node, operand, names).map((one) => ({
            id: one,
            label: say(`ui.rule.compare.${one}`),
          }))}
          onChange={(picked) => replace(node.id, withComparison(node, picked as Comparison))}
        />
      )}
      <ValueOf {...props} id={`${id}-value`} operand={operand ?? unknownOperand(node)} label={label} />
      {!isReadOnly && (
        <IconButton
          icon={Trash2}
          label={say('ui.rule.builder.remove')}
          size="small"
          onPress={() => replace(node.id, undefined)}
        />
      )}
    </div>
  );
}

function choices(
  node: Condition,
  operand: RuleOperand | undefined,
  names: readonly RuleName[],
): readonly Comparison[] {
  const hasPrevious = names.some(({ Label }) => Label === `$previous.${node.name}`);
  const fitting = comparisonsFor(operand ?? unknownOperand(node), hasPrevious);
  return fitting.includes(node.comparison) ? fitting : [...fitting, node.comparison];
}

/** An unknown operand; its type is inferred from the value. */
function unknownOperand({ name, value }: Condition): RuleOperand {
  const first = Array.isArray(value) ? value[0] : value;
  const Type = typeof first === 'number' ? 'number' : typeof first === 'boolean' ? 'boolean' : 'text';
  return { SourceName: name, Name: name, Type, Values: [] };
}

function withComparison(node: Condition, comparison: Comparison): Condition {
  const { value } = node;
  if (isAlone(comparison)) return { ...node, comparison, share: undefined, days: undefined };
  if (comparison === 'in')
    return {
      ...node,
      comparison,
      share: undefined,
      days: undefined,
      value: Array.isArray(value) ? value : value === null ? [] : [value as string],
    };
  return { ...node, comparison, value: Array.isArray(value) ? (value[0] ?? null) : value };
}

/** Comparisons without a value. */
const isAlone = (comparison: Comparison): boolean => ['has', 'empty', 'changed'].includes(comparison);

function ValueOf(props: NodeProps<Condition> & { id: string; operand: RuleOperand; label: string }) {
  const { node, operand, replace, message: say, id, label, isReadOnly } = props;
  const { comparison, value, name } = node;
  if (name === '' || isAlone(comparison)) return <span />;
  const set = (next: ConditionValue) => replace(node.id, { ...node, value: next });
  const common = {
    id,
    operand,
    say,
    readOnly: isReadOnly,
    label: say('ui.rule.test.value', { name: label }),
  };
  if (comparison === 'in')
    return <OperandValues {...common} value={Array.isArray(value) ? value : []} onChange={set} />;
  const others = sharable(operand, props.operands);
  const input = <OperandInput {...common} value={value} onChange={set} />;
  if (operand.Type === 'date') {
    const hasToday = (props.checked.answer?.Names ?? []).some(({ Label }) => Label === '$today');
    return <DayInput {...props} hasToday={hasToday} valueInput={input} />;
  }
  if (others.length === 0) return input;
  return <ShareInput {...props} others={others} valueInput={input} />;
}
