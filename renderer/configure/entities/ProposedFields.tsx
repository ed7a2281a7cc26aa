import type { FieldType } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { Select } from '../../parts/Select.tsx';
import { type FileForm, type ProposedColumn, plainTypes, typeOf } from './fileFields.ts';

type Props = {
  /** Distinguishes several tables of a page. */
  readonly id: string;
  readonly title: string;
  /** The title of the column with the fields, and of the one that shows where they come from. */
  readonly field: string;
  readonly source: string;
  readonly form: FileForm;
  readonly onChange: (form: FileForm) => void;
};

/** The proposed fields, each with its reason; they can be left out and given another type. */
export function ProposedFields({ id, title, field, source, form, onChange }: Props) {
  const say = useMessage();
  const [use, type, why] = ['include', 'type', 'why'].map((word) => say(`configure.file.${word}`));
  const heads = [use, field, type, why, source];
  return (
    <div className={area.tableBox}>
      <table className={area.table} aria-label={title}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form.file.Columns.map((column) => (
            <OneColumn key={column.At} {...{ id, column, form, onChange }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ColumnProps = Pick<Props, 'id' | 'form' | 'onChange'> & { readonly column: ProposedColumn };

function OneColumn({ id, column, form, onChange }: ColumnProps) {
  const say = useMessage();
  const { At, Title, Type, Reason, Samples } = column;
  const isName = form.name === At;
  const types = [...new Set([Type, ...plainTypes])];
  const others = form.without.filter((one) => one !== At);
  return (
    <tr>
      <td>
        <Checkbox
          id={`${id}-use-${At}`}
          label={`${say('configure.file.include')}: ${Title}`}
          checked={!form.without.includes(At)}
          onChange={(isUsed) => onChange({ ...form, without: isUsed ? others : [...others, At] })}
        />
      </td>
      <th scope="row">{Title || '–'}</th>
      <td>
        {isName ? (
          say('configure.file.is-name')
        ) : (
          <Select
            id={`${id}-type-${At}`}
            size="small"
            clearable={false}
            label={`${say('configure.file.type')}: ${Title}`}
            value={typeOf(form, column)}
            options={types.map((type) => ({ id: type, label: say(`configure.type.${type}`) }))}
            onChange={(type) => onChange({ ...form, types: { ...form.types, [At]: type as FieldType } })}
          />
        )}
      </td>
      <td>{Reason}</td>
      <td>{Samples.filter(Boolean).join(' · ')}</td>
    </tr>
  );
}
