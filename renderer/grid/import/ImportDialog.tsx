import { Download, Upload } from 'lucide-react';
import { useApi, useModel } from '../../data/App.tsx';
import type { Intent } from '../../data/intents.ts';
import { useMessage } from '../../data/messages.tsx';
import { saveBlob } from '../../data/saveBlob.ts';
import { Button } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { useDialogSend } from '../../parts/dialogSend.ts';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import styles from '../bulk.module.css';
import { ImportFindings } from './ImportFindings.tsx';
import { ImportMapping } from './ImportMapping.tsx';
import { PastImports } from './PastImports.tsx';
import { type ImportOffer, useImport, useImportOffer } from './useImport.ts';

export type ImportProps = { readonly entity: string; readonly onClose: () => void };

/** Imports a file: choose it, map its columns, check it, import it; and undo earlier imports. */
export function ImportDialog(props: ImportProps) {
  const say = useMessage();
  const { data, isError, refetch } = useImportOffer(props.entity);
  const title = useTitle(props.entity);
  if (data) return <OfferedImport {...props} offer={data} title={title} />;
  return (
    <Dialog title={title} onClose={props.onClose} cancel={say('ui.cancel')}>
      {isError ? (
        <ErrorState text={say('ui.error.text')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton look="form" lines={3} />
      )}
    </Dialog>
  );
}

function useTitle(entity: string): string {
  const say = useMessage();
  const model = useModel();
  return say('ui.import.title', { name: say(model.entities.get(entity)?.plural ?? '') });
}

type OfferedProps = ImportProps & { readonly offer: ImportOffer; readonly title: string };

function OfferedImport({ entity, onClose, offer, title }: OfferedProps) {
  const say = useMessage();
  const work = useImport(entity, offer);
  const { form, end } = work;
  const isReady = end?.Status === 'done';
  const lacking = offer.Fields.filter(
    ({ Name, IsRequired }) => IsRequired && form && !Object.values(form.fields).includes(Name),
  );
  const mayCheck = form !== undefined && Object.keys(form.fields).length > 0;
  const importAll = async (intent: Intent) => {
    const done = await work.importAll(intent);
    if (done?.Status === 'done') onClose();
  };
  return (
    <Dialog
      title={title}
      size="large"
      onClose={onClose}
      holdsWork={form !== undefined}
      main={
        isReady
          ? { label: say('ui.import.run'), onPress: importAll }
          : {
              label: say('ui.import.check'),
              disabled: !mayCheck,
              onPress: (intent) => work.check(intent).then(() => undefined),
            }
      }
      cancel={say('ui.cancel')}
    >
      <div className={styles.dialog}>
        <DraftBar draft={work.draft} />
        <FileChoice entity={entity} file={form?.file.FileName} onChoose={work.choose} />
        {work.isWaiting && <p role="status">{say('ui.import.waiting')}</p>}
        {form && <ImportMapping offer={offer} form={form} onChange={work.change} />}
        {lacking.length > 0 && form?.mode !== 'update' && (
          <p className={styles.reason} role="status">
            {say('ui.import.required', { fields: lacking.map(({ Label }) => Label).join(', ') })}
          </p>
        )}
        {form && end && <ImportFindings end={end} columns={form.file.Columns} />}
        {!form && <PastImports entity={entity} items={offer.Items} />}
      </div>
    </Dialog>
  );
}

type ChoiceProps = {
  readonly entity: string;
  readonly file: string | undefined;
  readonly onChoose: () => Promise<void>;
};

function FileChoice({ entity, file, onChoose }: ChoiceProps) {
  const say = useMessage();
  const api = useApi();
  const send = useDialogSend();
  const save = async () => {
    const content = await api.download(`/import/${entity}/template?format=xlsx`);
    saveBlob(content, content instanceof File ? content.name : `${entity}.xlsx`);
  };
  return (
    <div className={styles.input}>
      {file ? <strong>{file}</strong> : <p className={styles.reason}>{say('ui.import.hint')}</p>}
      <span className={styles.verdict}>
        <Button
          icon={<Icon icon={Upload} />}
          tone={file ? 'neutral' : 'primary'}
          onPress={() => send(onChoose)}
        >
          {say(file ? 'ui.import.other' : 'ui.import.choose')}
        </Button>
        <Button icon={<Icon icon={Download} />} tone="link" onPress={() => send(save)}>
          {say('ui.import.template')}
        </Button>
      </span>
    </div>
  );
}
