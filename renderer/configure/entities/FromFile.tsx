import { Upload } from 'lucide-react';
import { useState } from 'react';
import type { FieldType } from '#engine';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { pickFile } from '../../data/pickFile.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Select } from '../../parts/Select.tsx';
import {
  type FileForm,
  fileForm,
  type ProposedColumn,
  type ProposedFile,
  plainTypes,
  typeOf,
} from './fileFields.ts';

type Props = {
  readonly form: FileForm | undefined;
  readonly onChange: (form: FileForm) => void;
};

const accepted = ['.csv', '.xlsx', '.xls', 'text/csv'];

/** Proposes the fields of a new entity from a file, each with its reason. */
export function FromFile({ form, onChange }: Props) {
  const [say, api] = [useMessage(), useApi()];
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = async () => {
    const chosen = await pickFile(accepted);
    if (!chosen) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = new FormData();
      body.append('file', chosen);
      onChange(fileForm(await api.send<ProposedFile>('POST', '/configure/entity-file', body)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card
      title={say('configure.file')}
      id="entity-file"
      actions={
        <Button icon={<Icon icon={Upload} />} busy={isBusy} onPress={() => void choose()}>
          {say(form ? 'ui.import.other' : 'ui.import.choose')}
        </Button>
      }
    >
      {form ? (
        <strong>{form.file.FileName}</strong>
      ) : (
        <p className={area.quiet}>{say('configure.file.note')}</p>
      )}
      {problem && <p role="alert">{problem}</p>}
      {form && <Columns form={form} onChange={onChange} />}
    </Card>
  );
}

const heads = [
  'configure.file.include',
  'ui.import.column',
  'configure.file.type',
  'configure.file.why',
  'ui.import.sample',
];

function Columns({ form, onChange }: { form: FileForm; onChange: Props['onChange'] }) {
  const say = useMessage();
  return (
    <div className={area.tableBox}>
      <table className={area.table} aria-label={say('configure.file')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form.file.Columns.map((column) => (
            <OneColumn key={column.At} {...{ column, form, onChange }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ColumnProps = {
  readonly column: ProposedColumn;
  readonly form: FileForm;
  readonly onChange: Props['onChange'];
};

function OneColumn({ column, form, onChange }: ColumnProps) {
  const say = useMessage();
  const { At, Title, Type, Reason, Samples } = column;
  const isName = form.name === At;
  const types = [...new Set([Type, ...plainTypes])];
  const others = form.without.filter((one) => one !== At);
  return (
    <tr>
      <td>
        <Checkbox
          id={`file-use-${At}`}
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
            id={`file-type-${At}`}
            size="small"
            clearable={false}
            label={`${say('configure.file.type')}: ${Title}`}
            value={typeOf(form, column)}
            options={types.map((id) => ({ id, label: say(`configure.type.${id}`) }))}
            onChange={(type) => onChange({ ...form, types: { ...form.types, [At]: type as FieldType } })}
          />
        )}
      </td>
      <td>{Reason}</td>
      <td>{Samples.filter(Boolean).join(' · ')}</td>
    </tr>
  );
}
