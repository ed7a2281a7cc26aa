import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Locale } from '#engine';
import { formatsFor } from '../data/formats.ts';
import { useLocale } from '../data/messages.tsx';
import styles from './control.module.css';
import { type ControlProps, controlAttributes, controlState } from './control.ts';
import { useRefusable } from './fieldRefusals.ts';
import { NumberHint } from './NumberHint.tsx';
import { parseNumber, signs, type Unit } from './parseNumber.ts';
import { plainBetween } from './plainBetween.ts';

type NumberFieldProps = ControlProps & {
  readonly value: number | string | null | undefined;
  /** The number; the raw text if it is not one, so that no input is lost; undefined if empty. */
  readonly onChange: (value: number | string | undefined) => void;
  /** Minimum number of decimals shown. */
  readonly scale?: number;
  readonly unit?: Unit | undefined;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Step of the arrow keys; 0 disables them. */
  readonly step?: number;
  readonly placeholder?: string;
  /** `search`: the value is a query, not data. */
  readonly type?: 'text' | 'search';
};

/**
 * A number in the person's format. The typed text stays until blur, and beyond if it is not a number. During
 * editing it has no thousands separators, which typing would misplace.
 */
export function NumberField(given: NumberFieldProps) {
  const props = useRefusable(given);
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
  /** The value of the field when invalid text was left; the text is obsolete once the value differs. */
  readonly leftAt?: { readonly value: NumberFieldProps['value'] };
};

function useTyped(props: NumberFieldProps, locale: Locale) {
  const { value, scale, unit, step = 1 } = props;
  const [typed, setTyped] = useState<Typed>();
  const read = (text: string) => parseNumber(text, locale, unit, scale);
  const isNone = (text: string) => text.trim() !== '' && read(text) === undefined;
  // The owner of the value cannot store invalid text, so keep it here and report it.
  const isLost = typed?.leftAt !== undefined && typed.leftAt.value === value;
  const draft = typed?.leftAt && !isLost ? undefined : typed?.text;
  const setDraft = (text: string | undefined) => setTyped(text === undefined ? undefined : { text });

  const edit = (text: string) => {
    setDraft(text);
    props.onChange(text.trim() === '' ? undefined : (read(text) ?? text));
  };
  /** Removes separators before the first edit, keeping the caret at the same digit. */
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

/** Whether a key types or deletes; virtual keyboards send no key name. */
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
