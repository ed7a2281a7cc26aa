import { ErrorState } from '../../parts/ErrorState.tsx';
import { Select } from '../../parts/Select.tsx';
import type { WidgetProps } from '../types.ts';
import styles from './grown.module.css';
import type { GrownOptions } from './grownOptions.ts';
import { useAxis } from './useAxis.ts';
import type { Grown } from './useGrown.ts';

type Props = { readonly props: WidgetProps; readonly declared: GrownOptions; readonly grown: Grown };

/** Chooses one of the records that are not listed yet; it is the last row then. */
export function AddGrownRow({ props, declared, grown }: Props) {
  const { message: say, inputId } = props;
  const found = useAxis(props, declared.rows);
  if (found === 'failed') return <ErrorState title={say('ui.matrix.failed')} />;
  const listed = new Set(grown.rows.map(({ key }) => key));
  const axis = found === 'loading' ? { ids: [], labels: [] } : found;
  const options = axis.ids
    .map((id, at) => ({ id, label: axis.labels[at] ?? id }))
    .filter(({ id }) => !listed.has(id));
  const add = (id: string | undefined) => {
    const chosen = options.find((option) => option.id === id);
    if (chosen) grown.addRow(chosen.id, chosen.label);
  };
  return (
    <div className={styles.add}>
      <Select
        id={`${inputId}-add`}
        label={say(declared.rows.add)}
        placeholder={say('ui.matrix.select')}
        value={undefined}
        options={options}
        loading={found === 'loading'}
        onChange={add}
      />
    </div>
  );
}
