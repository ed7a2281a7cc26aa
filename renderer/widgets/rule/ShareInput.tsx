import type { ReactNode } from 'react';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { Select } from '../../parts/Select.tsx';
import type { Condition, NodeProps, Share } from './builderModel.ts';
import styles from './rule.module.css';
import type { RuleOperand } from './ruleTypes.ts';

type Props = NodeProps<Condition> & {
  readonly id: string;
  readonly label: string;
  /** Operands to compare with. */
  readonly others: readonly RuleOperand[];
  /** The input of a plain value. */
  readonly valueInput: ReactNode;
};

/** Compares a number with a value, or with a percentage of another number. */
export function ShareInput(props: Props) {
  const { node, id, label, message: say, isReadOnly, replace, valueInput } = props;
  const kind = node.share ? 'share' : 'value';
  return (
    <span className={styles.shareOrValue}>
      <Select
        id={`${id}-kind`}
        label={say('ui.rule.builder.with', { name: label })}
        clearable={false}
        readOnly={isReadOnly}
        value={kind}
        options={[
          { id: 'value', label: say('ui.rule.builder.with-value') },
          { id: 'share', label: say('ui.rule.builder.with-share') },
        ]}
        onChange={(picked) =>
          replace(node.id, { ...node, value: null, share: picked === 'share' ? anyShare : undefined })
        }
      />
      {node.share ? <ShareOf {...props} share={node.share} /> : valueInput}
    </span>
  );
}

function ShareOf({ share, node, id, others, message: say, isReadOnly, replace }: Props & { share: Share }) {
  const set = (next: Partial<Share>) => replace(node.id, { ...node, share: { ...share, ...next } });
  const label = others.find(({ SourceName }) => SourceName === share.of)?.Name ?? share.of;
  return (
    <span className={styles.shareParts}>
      <NumberField
        id={`${id}-percent`}
        label={say('ui.rule.builder.percent')}
        unit="percent"
        readOnly={isReadOnly}
        step={0}
        value={share.percent}
        onChange={(percent) => typeof percent === 'number' && set({ percent })}
      />
      <span aria-hidden="true">{say('ui.rule.builder.of')}</span>
      <ComboBox
        id={`${id}-of`}
        label={say('ui.rule.builder.share-of')}
        placeholder={say('ui.rule.builder.share-of')}
        required
        readOnly={isReadOnly}
        value={share.of === '' ? undefined : share.of}
        selected={share.of === '' ? undefined : { id: share.of, label }}
        options={others.map((one) => ({ id: one.SourceName, label: one.Name }))}
        onChange={(of) => of !== undefined && set({ of })}
      />
    </span>
  );
}

const anyShare: Share = { of: '', percent: 100 };

/** Other numbers without listed values, to compare with. */
export function sharable(operand: RuleOperand, operands: readonly RuleOperand[]): readonly RuleOperand[] {
  const isNumber = ({ Type, Values }: RuleOperand) => Type === 'number' && Values.length === 0;
  if (!isNumber(operand)) return [];
  return operands.filter((other) => isNumber(other) && other.SourceName !== operand.SourceName);
}
