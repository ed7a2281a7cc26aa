import { useState } from 'react';
import type { RowFieldChange } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import styles from '../form.module.css';

type Props = {
  readonly id: string;
  readonly entity: string;
  /** The list whose rows have the field. */
  readonly list: string;
  readonly row: RowFieldChange;
  readonly onChange: (row: RowFieldChange) => void;
};

/** Whether a field of a row is computed from the others, and how. */
export function RowComputed({ id, entity, list, row, onChange }: Props) {
  const say = useMessage();
  const [isOpen, setOpen] = useState(row.computed !== undefined);
  return (
    <div className={styles.form}>
      <Checkbox
        id={`${id}-computed`}
        checked={isOpen}
        onChange={(checked) => {
          setOpen(checked);
          if (!checked) onChange({ ...row, computed: undefined });
        }}
      >
        {say('configure.row-field.computed')}
      </Checkbox>
      {isOpen && (
        <ConditionEditor
          label={say('configure.computed.value')}
          entity={entity}
          rows={list}
          text={row.computed?.value ?? ''}
          wants={row.type === 'boolean' ? 'boolean' : 'any'}
          onChange={(value) => onChange({ ...row, computed: value === '' ? undefined : { value } })}
        />
      )}
    </div>
  );
}
