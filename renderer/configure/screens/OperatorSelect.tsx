import { type FieldKind, kinds, type PlaceChange, shownOperators } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';

type Operator = NonNullable<PlaceChange['operator']>;

type Props = {
  readonly id: string;
  readonly kind: FieldKind;
  /** Absent: the default. */
  readonly operator: Operator | undefined;
  readonly onChange: (operator: Operator | undefined) => void;
};

/** Chooses the operator of a filter; nothing if there is only one. */
export function OperatorSelect({ id, kind, operator, onChange }: Props) {
  const say = useMessage();
  const operators = shownOperators(kind);
  if (operators.length < 2) return null;
  const isDay = kinds[kind].day !== undefined;
  const labelOf = (one: Operator) => say(`configure.operator.${isDay && one !== 'eq' ? `day.${one}` : one}`);
  const selectId = `${id}-operator`;
  return (
    <FieldShell id={selectId} label={say('configure.operator')} as="group">
      <Select
        id={selectId}
        labelledBy={`${selectId}-label`}
        clearable={false}
        value={operator ?? operators[0]}
        options={operators.map((one) => ({ id: one, label: labelOf(one) }))}
        onChange={(picked) => onChange(operators.find((one) => one === picked && one !== operators[0]))}
      />
    </FieldShell>
  );
}
