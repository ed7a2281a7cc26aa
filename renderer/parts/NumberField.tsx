import { type KeyboardEvent, useState } from 'react';
import { formatsFor } from '../data/formats.ts';
import { useLocale } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlAttributes, controlState } from './control.ts';
import { parseNumber, signs, type Unit } from './parseNumber.ts';

type NumberFieldProps = ControlProps & {
  readonly value: number | string | null | undefined;
  /** The number; the text itself where it is no number, so that nothing typed is lost; undefined when empty. */
  readonly onChange: (value: number | string | undefined) => void;
  /** Digits after the point that are always shown. */
  readonly scale?: number;
  readonly unit?: Unit | undefined;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Step of the arrow keys; 0: they do nothing. */
  readonly step?: number;
};

/** A number as the person's language writes it; what is typed stays as typed until the field is left. */
export function NumberField(props: NumberFieldProps) {
  const locale = useLocale();
  const { value, scale, unit, step = 1 } = props;
  const [draft, setDraft] = useState<string>();
  const shown = draft ?? written(value, locale, scale);

  const type = (text: string) => {
    setDraft(text);
    props.onChange(text.trim() === '' ? undefined : (parseNumber(text, locale, unit) ?? text));
  };
  const nudge = (event: KeyboardEvent) => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction || step === 0 || props.readOnly || event.altKey) return;
    event.preventDefault();
    setDraft(undefined);
    props.onChange(limited((typeof value === 'number' ? value : 0) + direction * step, props));
  };
  const input = (
    <input
      {...controlAttributes(props)}
      className={unit ? styles.bare : styles.control}
      type="text"
      inputMode={scale === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      placeholder={props.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      onChange={(event) => type(event.target.value)}
      onKeyDown={nudge}
      onBlur={() => {
        setDraft(undefined);
        props.onBlur?.();
      }}
    />
  );
  if (!unit) return input;
  const sign = <span className={styles.unit}>{signs[unit]}</span>;
  const before = unit === 'money' && locale === 'en-CA';
  return (
    <div className={styles.group} data-state={controlState(props)}>
      {before && sign}
      {input}
      {!before && sign}
    </div>
  );
}

function written(value: NumberFieldProps['value'], locale: 'en-CA' | 'fr-CA', scale?: number): string {
  if (typeof value === 'number') return formatsFor(locale).number(value, scale);
  return value ?? '';
}

function limited(value: number, props: NumberFieldProps): number {
  const exact = Number(value.toFixed(10));
  return Math.min(props.maximum ?? exact, Math.max(props.minimum ?? exact, exact));
}
