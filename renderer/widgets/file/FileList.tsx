import { Upload as UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { DropZone, type DropZoneProps } from 'react-aria-components/DropZone';
import { formatBytes } from '#engine';
import type { FileFacts } from '../../data/files.ts';
import { Button } from '../../parts/Button.tsx';
import hidden from '../../parts/hidden.module.css';
import { Icon } from '../../parts/Icon.tsx';
import { PlainValue } from '../PlainValue.tsx';
import type { WidgetProps } from '../types.ts';
import { Choose } from './Choose.tsx';
import { FileEntry } from './FileEntry.tsx';
import styles from './file.module.css';
import { listOfFiles } from './listOfFiles.ts';
import { onPastedFiles } from './pasted.ts';
import { typeNames } from './refusalOf.ts';
import { UploadFailure, UploadProgress } from './UploadNotes.tsx';
import { type Upload, useUploads } from './useUploads.ts';

type Removed = { readonly file: FileFacts; readonly at: number };

/** Several files in all states: listed, uploading, failed, read-only. */
export function FileList(props: WidgetProps) {
  const { message, isReadOnly, label } = props;
  const files = listOfFiles(props);
  const list = useRef<HTMLUListElement>(null);
  const { removed, note, move, remove, restore } = useEdits(props, files, list);
  const [failure, setFailure] = useState<string>();
  const uploads = useUploads(props);
  if (isReadOnly && files.length === 0)
    return <PlainValue {...props} view={{ ...props.view, value: undefined }} />;
  return (
    <div className={styles.slot}>
      <ul
        ref={list}
        className={styles.list}
        aria-label={message('ui.file.list', { label, count: files.length })}
      >
        {files.map((file, at) => (
          <FileEntry
            key={file.Id}
            {...{ props, file, at }}
            count={files.length}
            onMove={(by) => move(at, by)}
            onRemove={() => remove(at)}
            onFailure={setFailure}
          />
        ))}
        {uploads.uploads.map((upload) => (
          <Running
            key={`upload ${upload.key}`}
            {...{ upload, props }}
            retry={() => uploads.retry(upload)}
            drop={() => uploads.drop(upload)}
          />
        ))}
      </ul>
      {!isReadOnly && <AddArea props={props} held={files.length} uploads={uploads} />}
      {removed && !isReadOnly && props.view.touched && (
        <Button tone="quiet" size="small" autoFocus onPress={restore}>
          {message('ui.file.restore', { name: removed.file.Name })}
        </Button>
      )}
      <div className={styles.failure} aria-live="assertive">
        {failure && <UploadFailure text={failure} label={message('ui.file.again')} />}
      </div>
      <span className={hidden.hidden} role="status">
        {note}
      </span>
    </div>
  );
}

/** Moves, removes and restores files, and says so. */
function useEdits(
  props: WidgetProps,
  files: readonly FileFacts[],
  list: React.RefObject<HTMLElement | null>,
) {
  const { message } = props;
  const [removed, setRemoved] = useState<Removed>();
  const [note, setNote] = useState('');
  const set = (next: readonly FileFacts[]) => {
    props.onChange(next);
    props.onTouch();
  };
  const move = (at: number, by: -1 | 1) => {
    const file = files[at];
    if (!file || !files[at + by]) return;
    set(files.toSpliced(at, 1).toSpliced(at + by, 0, file));
    setNote(message('ui.file.moved', { name: file.Name, number: at + by + 1, count: files.length }));
    focusMover(list, { at: at + by, by, count: files.length });
  };
  const remove = (at: number) => {
    const file = files[at];
    if (!file) return;
    set(files.toSpliced(at, 1));
    setRemoved({ file, at });
    setNote(message('ui.file.removed', { name: file.Name }));
  };
  const restore = () => {
    if (!removed) return;
    set(files.toSpliced(removed.at, 0, removed.file));
    setNote(message('ui.file.added', { name: removed.file.Name }));
    setRemoved(undefined);
  };
  return { removed, note, move, remove, restore };
}

/** The focus stays with the file that moved; at an end its other button is the one left. */
function focusMover(
  list: React.RefObject<HTMLElement | null>,
  { at, by, count }: { readonly at: number; readonly by: -1 | 1; readonly count: number },
): void {
  const isEnd = at + by < 0 || at + by >= count;
  const way = by < 0 !== isEnd ? 'up' : 'down';
  requestAnimationFrame(() =>
    list.current?.querySelectorAll<HTMLElement>(`[data-way="${way}"] button`)[at]?.focus(),
  );
}

type RunningProps = {
  readonly upload: Upload;
  readonly props: WidgetProps;
  readonly retry: () => void;
  readonly drop: () => void;
};

function Running({ upload: { file, share, failure, canRetry }, props, retry, drop }: RunningProps) {
  const { message } = props;
  const { name } = file;
  if (failure === undefined)
    return (
      <li className={styles.entry}>
        <UploadProgress
          {...{ name, share, message }}
          cancel={message('ui.file.cancel-named', { name })}
          onCancel={drop}
        />
      </li>
    );
  return (
    <li className={styles.entry} data-state="failed">
      <span className={styles.failure} role="alert">
        <UploadFailure
          text={`${name}: ${failure}`}
          again={canRetry ? retry : undefined}
          label={message('ui.file.again')}
          named={message('ui.file.again-named', { name })}
          dismiss={{ label: message('ui.file.dismiss', { name }), onPress: drop }}
        />
      </span>
    </li>
  );
}

type AddProps = {
  readonly props: WidgetProps;
  readonly held: number;
  readonly uploads: ReturnType<typeof useUploads>;
};

/** Takes files that are chosen, dropped, pasted or photographed, up to the most that the field may hold. */
function AddArea({ props, held, uploads }: AddProps) {
  const { message, locale, label, inputId, view } = props;
  const limits = view.field.file ?? { accept: [], maxBytes: 0 };
  const most = view.field.limits.maxItems ?? Number.POSITIVE_INFINITY;
  const [excess, setExcess] = useState<readonly string[]>([]);
  const add = (chosen: readonly File[]) => {
    const room = Math.max(0, most - held - uploads.uploads.length);
    setExcess(chosen.slice(room).map(({ name }) => name));
    uploads.add(chosen.slice(0, room));
    props.onTouch();
  };
  const drop: DropZoneProps['onDrop'] = async ({ items }) => {
    const files = await Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : [])));
    add(files);
  };
  const noteId = `${inputId}-files`;
  const text = { types: typeNames({ limits, message }), limit: formatBytes(limits.maxBytes, locale), most };
  return (
    <div className={styles.slot} onPaste={onPastedFiles(add)}>
      <DropZone
        className={styles.area}
        onDrop={drop}
        data-state={props.isInvalid ? 'invalid' : 'idle'}
        aria-label={message('ui.file.add-area', { label })}
      >
        <Icon icon={UploadIcon} />
        <span className={styles.words}>
          <span>
            <Choose limits={limits} onFiles={add} isMany>
              <Button
                id={inputId}
                tone="link"
                describedBy={[props.describedBy, noteId].filter(Boolean).join(' ')}
                label={message('ui.file.add-for', { label })}
              >
                {message('ui.file.add')}
              </Button>
            </Choose>{' '}
            {message('ui.file.or-drop-paste')}
          </span>
          {limits.pixels && <CameraButton props={props} onFiles={add} />}
          <span className={styles.note}>
            {message(Number.isFinite(most) ? 'ui.file.limits-many' : 'ui.file.limits', text)}
          </span>
        </span>
      </DropZone>
      <Excess id={noteId} names={excess} most={most} message={message} />
    </div>
  );
}

function CameraButton({ props, onFiles }: { props: WidgetProps; onFiles: (files: readonly File[]) => void }) {
  const { message, label, view } = props;
  return (
    <span className={styles.camera}>
      <Choose limits={view.field.file} onFiles={onFiles} isCamera>
        <Button tone="link" label={message('ui.picture.camera-for', { label })}>
          {message('ui.picture.camera')}
        </Button>
      </Choose>
    </span>
  );
}

type ExcessProps = {
  readonly id: string;
  readonly names: readonly string[];
  readonly most: number;
  readonly message: WidgetProps['message'];
};

/** The files that did not fit. */
function Excess({ id, names, most, message }: ExcessProps) {
  return (
    <div id={id} className={styles.failure} aria-live="assertive">
      {names.length > 0 && (
        <UploadFailure
          text={message('ui.file.too-many', { count: most, names: names.join(', ') })}
          label={message('ui.file.again')}
        />
      )}
    </div>
  );
}
