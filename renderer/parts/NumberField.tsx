import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Locale } from '#engine';
import { formatsFor } from '../data/formats.ts';
import { useLocale } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlAttributes, controlState } from './control.ts';
import { NumberHint } from './NumberHint.tsx';
import { parseNumber, signs, type Unit } from './parseNumber.ts';
import { plainBetween } from './plainBetween.ts';

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
  readonly placeholder?: string;
  /** `search`: it asks, and changes nothing. */
  readonly type?: 'text' | 'search';
};

/**
 * A number as the person's language writes it. What is typed stays as typed until the field is left, and beyond where
 * it is no number; while a number is edited it stands without its separators of thousands, which editing would displace.
 */
export function NumberField(props: NumberFieldProps) {
  const locale = useLocale();
  const { unit } = props;
  const { shown, isLost, edit, handlers } = useTyped(props, locale);
  const isInvalid = props.invalid || isLost;
  const hint = isLost ? `${props.id}-number` : undefined;
  const described = [props.describedBy, hint].filter(Boolean).join(' ') || undefined;
  const input = (
    <input
      {...controlAttributes({ ...props, invalid: isInvalid, describedBy: described })}
      className={unit ? styles.bare : styles.control}
      type={props.type ?? 'text'}
      inputMode={props.scale === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={shown}
      placeholder={props.placeholder}
      disabled={props.disabled}
      readOnly={props.readOnly}
      {...handlers}
      onChange={(event) => edit(event.target.value)}
    />
  );
  const sign = unit && <span className={styles.unit}>{signs[unit]}</span>;
  const before = unit === 'money' && locale === 'en-CA';
  return (
    <>
      {sign ? (
        <div className={styles.group} data-state={controlState({ ...props, invalid: isInvalid })}>
          {before && sign}
          {input}
          {!before && sign}
        </div>
      ) : (
        input
      )}
      {hint && <NumberHint id={hint} text={shown} />}
    </>
  );
}

type Typed = {
  readonly text: string;
  /** The field was left with what is no number, and held this value: with another one the text is of the past. */
  readonly leftAt?: { readonly value: NumberFieldProps['value'] };
};

function useTyped(props: NumberFieldProps, locale: Locale) {
  const { value, scale, unit, step = 1 } = props;
  const [typed, setTyped] = useState<Typed>();
  const read = (text: string) => parseNumber(text, locale, unit, scale);
  const isNone = (text: string) => text.trim() !== '' && read(text) === undefined;
  // Who holds the field has no place for what is no number: it is still here, and said to be none.
  const isLost = typed?.leftAt !== undefined && typed.leftAt.value === value;
  const draft = typed?.leftAt && !isLost ? undefined : typed?.text;
  const setDraft = (text: string | undefined) => setTyped(text === undefined ? undefined : { text });

  const edit = (text: string) => {
    setDraft(text);
    props.onChange(text.trim() === '' ? undefined : (read(text) ?? text));
  };
  /** Takes the separators out before the first key, and keeps the caret among the same digits. */
  const ungroup = ({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) => {
    if (draft !== undefined || typeof value !== 'number' || props.readOnly || props.disabled) return;
    const { selectionStart: from, selectionEnd: to, value: text } = input;
    const plain = plainBetween(text, locale);
    if (plain === text) return;
    flushSync(() => setDraft(plain));
    input.setSelectionRange(
      plainBetween(text.slice(0, from ?? 0), locale).length,
      plainBetween(text.slice(0, to ?? 0), locale).length,
    );
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isEditing(event)) ungroup(event);
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!direction || step === 0 || props.readOnly || event.altKey) return;
    event.preventDefault();
    setDraft(undefined);
    props.onChange(limited((typeof value === 'number' ? value : 0) + direction * step, props));
  };
  const leave = () => {
    const isDropped = draft !== undefined && isNone(draft) && value !== draft;
    setTyped(isDropped ? { text: draft, leftAt: { value } } : undefined);
    props.onBlur?.();
  };
  const shown = draft ?? written(value, locale, scale);
  return {
    shown,
    isLost,
    edit,
    handlers: { onKeyDown: press, onPaste: ungroup, onCut: ungroup, onBlur: leave },
  };
}

/** A key that types or deletes; what a virtual keyboard sends has no name. */
function isEditing({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (key === 'Backspace' || key === 'Delete' || key === 'Unidentified' || key === 'Process') return true;
  return key.length === 1 && !ctrlKey && !metaKey;
}

function written(value: NumberFieldProps['value'], locale: Locale, scale?: number): string {
  if (typeof value === 'number') return formatsFor(locale).number(value, scale);
  return value ?? '';
}

function limited(value: number, props: NumberFieldProps): number {
  const exact = Number(value.toFixed(10));
  return Math.min(props.maximum ?? exact, Math.max(props.minimum ?? exact, exact));
}
