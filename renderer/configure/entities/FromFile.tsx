import { Upload } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { pickFile } from '../../data/pickFile.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { type FileForm, fileForm, type ProposedFile } from './fileFields.ts';
import { ProposedFields } from './ProposedFields.tsx';

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
      onChange(
        fileForm(
          await api.send<ProposedFile>('POST', '/configure/entity-file', body, { intent: 'same-content' }),
        ),
      );
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
      {form && (
        <ProposedFields
          id="file"
          title={say('configure.file')}
          field={say('ui.import.column')}
          source={say('ui.import.sample')}
          form={form}
          onChange={onChange}
        />
      )}
    </Card>
  );
}
