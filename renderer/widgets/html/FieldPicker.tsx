import { useEffect, useRef, useState } from 'react';
import { ComboBox } from '../../parts/ComboBox.tsx';
import styles from './html.module.css';
import type { TemplateField } from './templateFields.ts';

type PickerProps = {
  readonly id: string;
  readonly fields: readonly TemplateField[];
  readonly label: string;
  readonly placeholder: string;
  readonly onPick: (field: TemplateField) => void;
};

/** Fields to insert into a text, one after the other. */
export function FieldPicker({ id, fields, label, placeholder, onPick }: PickerProps) {
  // Remounts the box after each choice, so that it is empty again.
  const [round, setRound] = useState(0);
  const picked = useRef<TemplateField>(undefined);
  const pick = useRef(onPick);
  pick.current = onPick;
  // Only once the list is gone: while it is open, everything outside it is inert and takes no focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per choice
  useEffect(() => {
    const field = picked.current;
    picked.current = undefined;
    if (field) pick.current(field);
  }, [round]);
  return (
    <div className={styles.picker}>
      <ComboBox
        key={round}
        id={id}
        label={label}
        placeholder={placeholder}
        value={undefined}
        options={fields.map(({ id: key, label: name, note }) => ({ id: key, label: name, note }))}
        onChange={(chosen) => {
          picked.current = fields.find((one) => one.id === chosen);
          if (picked.current) setRound(round + 1);
        }}
      />
    </div>
  );
}
