import { Paperclip, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { type ActivityModel, fileEndings } from '#engine';
import { useApi } from '../../data/App.tsx';
import { useDialogs } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { createFiles } from '../../data/files.ts';
import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { FileLink } from '../../widgets/file/FileLink.tsx';
import styles from './activity.module.css';
import { type About, pathOf, useAround, useAskAgain } from './useAround.ts';

type Attached = {
  readonly Id: string;
  readonly FileId: string;
  readonly Name: string;
  readonly ContentType: string;
  readonly Size: number;
  readonly CreatedDate: string;
  readonly CreatedBy: string;
  readonly MayRemove: boolean;
};

type Props = {
  readonly about: About;
  readonly limits: NonNullable<ActivityModel['files']>['limits'];
  readonly mayAttach: boolean;
};

/** The files attached to a record. */
export function Attachments({ about, limits, mayAttach }: Props) {
  const say = useMessage();
  const { data } = useAround<{ Items: readonly Attached[] }>(about, '/file');
  const { sending, problems, attach, setProblems } = useAttaching(about);
  const accept = limits.accept.flatMap((type) => [type, ...fileEndings(type).map((ending) => `.${ending}`)]);
  const pick = mayAttach && (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={accept}
      onSelect={(files) => files && void attach([...files])}
    >
      <Button busy={sending !== undefined} icon={<Icon icon={Paperclip} />}>
        {say('activity.file.attach')}
      </Button>
    </FileTrigger>
  );
  const Items = data?.Items ?? [];
  return (
    <Card title={say('activity.files')} id="activity-files" actions={pick}>
      <p role="status" className={styles.note}>
        {sending ? say('activity.file.sending', { name: sending }) : ''}
      </p>
      {problems.map((text) => (
        <p key={text} role="alert" className={styles.problem}>
          {text}
        </p>
      ))}
      {data && Items.length === 0 && <p className={styles.note}>{say('activity.files.none')}</p>}
      <ul className={styles.files} aria-label={say('activity.files')}>
        {Items.map((one) => (
          <File key={one.Id} about={about} one={one} onFailure={(text) => setProblems([text])} />
        ))}
      </ul>
    </Card>
  );
}

/** Several files are sent one after the other; those that are refused are named. */
function useAttaching(about: About) {
  const say = useMessage();
  const api = useApi();
  const askAgain = useAskAgain(about);
  const [sending, setSending] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const attach = async (files: readonly File[]) => {
    const wrong: string[] = [];
    for (const file of files) {
      setSending(file.name);
      const form = new FormData();
      form.append('file', file);
      await api
        .send('POST', pathOf(about, '/file'), form, { intent: 'same-content' })
        .catch((error: unknown) => {
          const text = errorText(error, say);
          wrong.push(files.length > 1 ? `${file.name}: ${text}` : text);
        });
    }
    setSending(undefined);
    setProblems([...new Set(wrong)]);
    await askAgain();
  };
  return { sending, problems, attach, setProblems };
}

type FileProps = {
  readonly about: About;
  readonly one: Attached;
  readonly onFailure: (text: string) => void;
};

function File({ about, one, onFailure }: FileProps) {
  const say = useMessage();
  const locale = useLocale();
  const api = useApi();
  const { dateTime } = useFormats();
  const dialogs = useDialogs();
  const askAgain = useAskAgain(about);
  const row = useRef<HTMLLIElement>(null);
  const { FileId: Id, Name, ContentType, Size } = one;
  const remove = async () => {
    const isSure = await dialogs.confirm(say('activity.file.remove.confirm', { name: Name }), {
      yes: say('activity.comment.remove'),
      no: say('ui.cancel'),
      tone: 'danger',
    });
    if (!isSure) return;
    await api
      .send('DELETE', pathOf(about, `/file/${one.Id}`))
      .catch((error: Error) => onFailure(error.message));
    await askAgain();
  };
  return (
    <li ref={row} className={styles.file}>
      <FileLink
        file={{ Id, Name, ContentType, Size }}
        locale={locale}
        message={say}
        download={createFiles(api).download}
        onFailure={onFailure}
      />
      <span className={styles.note}>
        <PersonName userName={one.CreatedBy} />, {dateTime(one.CreatedDate)}
      </span>
      {one.MayRemove && (
        <IconButton
          icon={Trash2}
          size="small"
          label={say('activity.file.remove', { name: Name })}
          onPress={() => void remove()}
        />
      )}
    </li>
  );
}
