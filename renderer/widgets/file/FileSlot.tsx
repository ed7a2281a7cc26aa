import { Trash2, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone';
import { formatBytes } from '#engine';
import { type FileFacts, fileFacts } from '../../data/files.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import { PlainValue } from '../PlainValue.tsx';
import type { WidgetProps } from '../types.ts';
import { useAlt } from './altOf.ts';
import { Choose } from './Choose.tsx';
import { FileLink } from './FileLink.tsx';
import styles from './file.module.css';
import { onPastedFiles } from './pasted.ts';
import { typeNames } from './refusalOf.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { UploadFailure, UploadProgress } from './UploadNotes.tsx';
import { type Failure, type Sending, useUpload } from './useUpload.ts';

/** A file field in all its states: empty, uploading, filled, read-only. */
export function FileSlot(props: WidgetProps) {
  const { message, isReadOnly } = props;
  const upload = useUpload(props);
  const [removed, setRemoved] = useState<FileFacts>();
  const file = factsOf(props);
  const noteId = `${props.inputId}-file`;
  const describedBy = [props.describedBy, noteId].filter(Boolean).join(' ');
  if (isReadOnly && !file) return <PlainValue {...props} />;
  const link = file && (
    <FileLink
      file={file}
      locale={props.locale}
      message={message}
      download={props.files.download}
      onFailure={(text) => upload.setFailure({ text })}
      id={props.inputId}
      describedBy={describedBy}
    />
  );
  const several = () =>
    upload.setFailure({ text: message(props.view.field.file?.messages?.count ?? 'ui.file.several') });
  const paste = ([pasted, ...more]: readonly File[]) => {
    if (pasted && more.length === 0) void upload.send(pasted);
    else several();
  };
  return (
    <div className={styles.slot} onPaste={isReadOnly ? undefined : onPastedFiles(paste)}>
      {file && isPicture(props) && <Picture props={props} file={file} />}
      {isReadOnly ? (
        link
      ) : (
        <DropArea props={props} onFile={upload.send} onSeveral={several}>
          {upload.sending ? (
            <Progress {...upload.sending} props={props} onCancel={upload.cancel} />
          ) : link ? (
            <Filled props={props} file={file} onFile={upload.send} onRemove={() => setRemoved(file)}>
              {link}
            </Filled>
          ) : (
            <Empty props={props} describedBy={describedBy} onFile={upload.send} />
          )}
          {!link && !upload.sending && removed && props.view.touched && (
            <PutBack props={props} file={removed} />
          )}
        </DropArea>
      )}
      <FailureNote id={noteId} failure={upload.failure} label={message('ui.file.again')} />
    </div>
  );
}

/** An id without expansion is still a file that can be downloaded. */
function factsOf({ view, expansion, message }: WidgetProps): FileFacts | undefined {
  if (typeof view.value !== 'string') return undefined;
  const facts = fileFacts(expansion);
  return facts?.Id === view.value ? facts : { Id: view.value, Name: message('ui.file.unnamed') };
}

type AreaProps = {
  readonly props: WidgetProps;
  readonly onFile: (file: File) => void;
  readonly onSeveral: () => void;
  readonly children: ReactNode;
};

function DropArea({ props, onFile, onSeveral, children }: AreaProps) {
  const take: DropZoneProps['onDrop'] = async ({ items }) => {
    const files = items.filter((item) => item.kind === 'file');
    if (files.length > 1) return onSeveral();
    const file = await files[0]?.getFile();
    if (file) onFile(file);
    props.onTouch();
  };
  return (
    <DropZone
      className={styles.area}
      onDrop={take}
      data-state={props.isInvalid ? 'invalid' : 'idle'}
      data-filled={typeof props.view.value === 'string' || undefined}
      aria-label={props.message('ui.file.area', { label: props.label })}
    >
      {children}
    </DropZone>
  );
}

/** Chooses one file. */
function ChooseOne({ props, onFile, isCamera, children }: ChooseProps) {
  const take = ([file]: readonly File[]) => file && onFile(file);
  return (
    <Choose limits={props.view.field.file} onFiles={take} isCamera={isCamera ?? false}>
      {children}
    </Choose>
  );
}

type ChooseProps = {
  readonly props: WidgetProps;
  readonly onFile: (file: File) => void;
  readonly isCamera?: boolean;
  readonly children: ReactNode;
};

type EmptyProps = {
  readonly props: WidgetProps;
  readonly describedBy: string;
  readonly onFile: (file: File) => void;
};

function Empty({ props, describedBy, onFile }: EmptyProps) {
  const { message, locale, inputId } = props;
  const { file: limits = { accept: [], maxBytes: 0 } } = props.view.field;
  const words = isPicture(props) ? 'ui.picture' : 'ui.file';
  return (
    <>
      <Icon icon={Upload} />
      <span className={styles.words}>
        <span>
          <ChooseOne props={props} onFile={onFile}>
            <Button
              id={inputId}
              tone="link"
              describedBy={describedBy}
              label={message(`${words}.choose-for`, { label: props.label })}
            >
              {message(`${words}.choose`)}
            </Button>
          </ChooseOne>{' '}
          {message(`${words}.or-drop`)}
        </span>
        {isPicture(props) && <Camera props={props} onFile={onFile} />}
        <span className={styles.note}>
          {message('ui.file.limits', {
            types: typeNames({ limits, message }),
            limit: formatBytes(limits.maxBytes, locale),
          })}
        </span>
      </span>
    </>
  );
}

type FilledProps = ChooseProps & { readonly file: FileFacts; readonly onRemove: () => void };

function Filled({ props, file, onFile, onRemove, children }: FilledProps) {
  const { message } = props;
  const remove = () => {
    onRemove();
    props.onChange(null);
    props.onTouch();
  };
  return (
    <>
      {children}
      <span className={styles.tools}>
        <ChooseOne props={props} onFile={onFile}>
          <Button tone="quiet" size="small" label={message('ui.file.replace-named', { name: file.Name })}>
            {message('ui.file.replace')}
          </Button>
        </ChooseOne>
        <IconButton
          icon={Trash2}
          size="small"
          label={message('ui.file.remove', { name: file.Name })}
          onPress={remove}
        />
      </span>
    </>
  );
}

/** Undoes a removal until the record is saved: then nothing refers to the file any more. */
function PutBack({ props, file }: { props: WidgetProps; file: FileFacts }) {
  return (
    <Button tone="quiet" size="small" onPress={() => props.onChange(file.Id, file)}>
      {props.message('ui.file.restore', { name: file.Name })}
    </Button>
  );
}

function Progress({ name, share, props, onCancel }: Sending & { props: WidgetProps; onCancel: () => void }) {
  const { message } = props;
  return <UploadProgress {...{ name, share, message, onCancel }} cancel={message('ui.file.cancel')} />;
}

/** Shown on phones and tablets, where a press opens the camera. */
function Camera({ props, onFile }: Omit<EmptyProps, 'describedBy'>) {
  const { message, label } = props;
  return (
    <span className={styles.camera}>
      <ChooseOne props={props} onFile={onFile} isCamera>
        <Button tone="link" label={message('ui.picture.camera-for', { label })}>
          {message('ui.picture.camera')}
        </Button>
      </ChooseOne>
    </span>
  );
}

const isPicture = ({ view }: WidgetProps): boolean => view.field.file?.pixels !== undefined;

/** The picture itself, above its name. */
function Picture({ props, file }: { props: WidgetProps; file: FileFacts }) {
  const alt = useAlt(props);
  const { open } = props.files;
  return open ? <Thumbnail file={file} alt={alt} open={open} message={props.message} /> : null;
}

/** A live region, which announces a failure. */
function FailureNote({ id, failure, label }: { id: string; failure?: Failure; label: string }) {
  return (
    <div id={id} className={styles.failure} aria-live="assertive">
      {failure && <UploadFailure text={failure.text} again={failure.again} label={label} />}
    </div>
  );
}
