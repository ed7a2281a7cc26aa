import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import type { Option } from '../../parts/control.ts';
import { Icon } from '../../parts/Icon.tsx';
import styles from './screens.module.css';

type Props = {
  readonly label: string;
  readonly options: readonly Option[];
  readonly onAdd: (id: string) => void;
};

/** Adds a field to a form, a list or its filters. */
export function AddField({ label, options, onAdd }: Props) {
  const say = useMessage();
  const id = useId().replace(/[^\w-]/g, '');
  const [picked, pick] = useState<string>();
  if (options.length === 0) return null;
  return (
    <div className={styles.add}>
      <div className={styles.pick}>
        <ComboBox
          key={options.length}
          id={`add-${id}`}
          label={label}
          placeholder={label}
          value={picked}
          options={options}
          onChange={pick}
        />
      </div>
      <Button
        icon={<Icon icon={Plus} size="small" />}
        refusal={picked ? undefined : say('configure.place.pick-first')}
        label={say('ui.labelled', { label: say('configure.place.add'), text: label })}
        onPress={() => {
          if (!picked) return;
          onAdd(picked);
          pick(undefined);
        }}
      >
        {say('configure.place.add')}
      </Button>
    </div>
  );
}
