import { type Say, useLocale } from '../../data/messages.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { MultiSelect } from '../../parts/MultiSelect.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { parseNumber } from '../../parts/parseNumber.ts';
import { Select } from '../../parts/Select.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import type { RuleOperand } from './ruleTypes.ts';

type Props = {
  readonly id: string;
  readonly operand: RuleOperand;
  readonly label: string;
  readonly value: unknown;
  readonly readOnly?: boolean;
  readonly say: Say;
  readonly onChange: (value: string | number | boolean | null) => void;
};

/** Edits a value of an operand: one of its listed values, or an input for its type. */
export function OperandInput(props: Props) {
  const { id, operand, label, value, readOnly, say, onChange } = props;
  const common = { id, label, readOnly };
  if (operand.Type === 'boolean') return <YesNo {...props} />;
  if (operand.Values.length > 0) {
    const options = operand.Values.map((one) => ({ id: String(one.Value), label: one.Name }));
    const chosen = value === null || value === undefined ? undefined : String(value);
    const selected = chosen === undefined ? undefined : { id: chosen, label: chosen };
    const pick = (picked: string | undefined) =>
      onChange(operand.Values.find((one) => String(one.Value) === picked)?.Value ?? null);
    return <ComboBox {...common} value={chosen} selected={selected} options={options} onChange={pick} />;
  }
  if (operand.Type === 'number')
    return (
      <NumberField
        {...common}
        value={value as number | string | null}
        step={0}
        onChange={(number) => onChange(typeof number === 'number' ? number : null)}
      />
    );
  if (operand.Type === 'date')
    return <DateField {...common} value={value as string | null} onChange={(day) => onChange(day ?? null)} />;
  return (
    <TextInput
      {...common}
      value={String(value ?? '')}
      placeholder={operand.Type === 'datetime' ? '2026-01-31T09:00:00Z' : say('ui.rule.value')}
      onChange={(typed) => onChange(typed === '' ? null : typed)}
    />
  );
}

function YesNo({ id, label, value, readOnly, say, onChange }: Props) {
  const options = [
    { id: 'true', label: say('ui.yes') },
    { id: 'false', label: say('ui.no') },
  ];
  return (
    <Select
      id={id}
      label={label}
      readOnly={readOnly}
      value={typeof value === 'boolean' ? String(value) : undefined}
      options={options}
      onChange={(picked) => onChange(picked === undefined ? null : picked === 'true')}
    />
  );
}

/** Edits several values of an operand. */
export function OperandValues({ id, operand, label, value, readOnly, say, onChange }: ManyProps) {
  const locale = useLocale();
  const known = operand.Values.map((one) => ({ id: String(one.Value), label: one.Name }));
  const strange = value.map(String).filter((one) => !known.some(({ id: other }) => other === one));
  const back = (text: string) =>
    operand.Values.find((one) => String(one.Value) === text)?.Value ??
    (operand.Type === 'number' ? (parseNumber(text, locale) ?? text) : text);
  if (known.length > 0)
    return (
      <MultiSelect
        id={id}
        label={label}
        readOnly={readOnly}
        value={value.map(String)}
        options={[...known, ...strange.map((one) => ({ id: one, label: one }))]}
        look="summary"
        onChange={(ids) => onChange(ids.map(back))}
      />
    );
  return (
    <TextInput
      id={id}
      label={label}
      readOnly={readOnly}
      value={value.join(', ')}
      placeholder={say('ui.rule.values')}
      onChange={(typed) => onChange(typed === '' ? [] : typed.split(',').map((one) => back(one.trim())))}
    />
  );
}

type ManyProps = Omit<Props, 'value' | 'onChange'> & {
  readonly value: readonly unknown[];
  readonly onChange: (values: readonly (string | number | boolean)[]) => void;
};
