import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { FileFacts } from '../../data/files.ts';
import { IconButton } from '../../parts/IconButton.tsx';
import type { WidgetProps } from '../types.ts';
import { FileLink } from './FileLink.tsx';
import styles from './file.module.css';
import { Thumbnail } from './Thumbnail.tsx';

type Props = {
  readonly props: WidgetProps;
  readonly file: FileFacts;
  readonly at: number;
  readonly count: number;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
  readonly onFailure: (text: string) => void;
};

/** One file of a list: its name downloads it, buttons move and remove it. */
export function FileEntry({ props, file, at, count, onMove, onRemove, onFailure }: Props) {
  const { message, locale, isReadOnly, files } = props;
  const name = file.Name;
  return (
    <li className={styles.entry}>
      {file.Width !== undefined && file.Width !== null && files.open && (
        <Thumbnail file={file} alt="" open={files.open} message={message} size="small" />
      )}
      <FileLink {...{ file, locale, message, onFailure }} download={files.download} />
      {!isReadOnly && (
        <span className={styles.tools}>
          {count > 1 && (
            <>
              <span data-way="up">
                <IconButton
                  icon={ArrowUp}
                  size="small"
                  disabled={at === 0}
                  label={message('ui.file.move-up', { name })}
                  onPress={() => onMove(-1)}
                />
              </span>
              <span data-way="down">
                <IconButton
                  icon={ArrowDown}
                  size="small"
                  disabled={at === count - 1}
                  label={message('ui.file.move-down', { name })}
                  onPress={() => onMove(1)}
                />
              </span>
            </>
          )}
          <IconButton
            icon={Trash2}
            size="small"
            label={message('ui.file.remove', { name })}
            onPress={onRemove}
          />
        </span>
      )}
    </li>
  );
}
