import styles from '../parts/area.module.css';
import { TextInput } from '../parts/TextInput.tsx';

type Props = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** The search field of a configurator page. */
export function AreaSearch({ id, label, value, onChange }: Props) {
  return (
    <div className={styles.search}>
      <TextInput id={id} type="search" label={label} placeholder={label} value={value} onChange={onChange} />
    </div>
  );
}
