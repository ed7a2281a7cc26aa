import { useState } from 'react';
import { isKind, kinds } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { FieldIssues } from '../../parts/FieldShell.tsx';
import { NumberField } from '../../parts/NumberField.tsx';
import { TextInput } from '../../parts/TextInput.tsx';

type Props = {
  readonly id: string;
  readonly type: string;
  readonly value: unknown;
  readonly invalid?: boolean;
  readonly onChange: (value: unknown) => void;
};

/** A value of a type of numbers, typed as people write it: `1:30`, `2.4 kg`. */
export function AmountInput({ id, type, value, invalid = false, onChange }: Props) {
  const kind = isKind(type) ? kinds[type] : undefined;
  if (kind?.written) return <WrittenInput {...{ id, type, value, invalid, onChange }} />;
  return (
    <NumberField
      id={id}
      invalid={invalid}
      unit={kind?.unit}
      value={value as number | undefined}
      onChange={onChange}
    />
  );
}

/** Keeps what was typed until it is a value. */
function WrittenInput({ id, type, value, invalid, onChange }: Props) {
  const [say, locale] = [useMessage(), useLocale()];
  const written = isKind(type) ? kinds[type].written : undefined;
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined ? '' : (written?.format(value, locale) ?? String(value)));
  const isWrong = typed !== undefined && typed.trim() !== '' && written?.parse(typed) === undefined;
  return (
    <>
      <TextInput
        id={id}
        invalid={invalid || isWrong}
        describedBy={isWrong ? `${id}-wrong` : undefined}
        value={shown}
        onChange={(text) => {
          setTyped(text);
          onChange(text.trim() === '' ? undefined : written?.parse(text));
        }}
      />
      <FieldIssues
        id={`${id}-wrong`}
        issues={isWrong ? [{ level: 'error', text: say(written?.problem ?? '') }] : []}
      />
    </>
  );
}
