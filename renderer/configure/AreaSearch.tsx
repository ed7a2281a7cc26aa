import styles from '../parts/area.module.css';
import { TextInput } from '../parts/TextInput.tsx';

type Props = {
  readonly id: string;
  readonly label: string;
  /** Where the label does not fit. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
};

/** The search field of a configurator page. */
export function AreaSearch({ id, label, placeholder = label, value, onChange }: Props) {
  return (
    <div className={styles.search}>
      <TextInput
        id={id}
        type="search"
        label={label}
        placeholder={placeholder}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
