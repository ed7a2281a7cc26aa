import { FileSpreadsheet, FileText, ImageIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { formatBytes, type Locale } from '#engine';
import type { FileFacts } from '../../data/files.ts';
import type { Say } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import styles from './file.module.css';

type Props = {
  readonly file: FileFacts;
  readonly locale: Locale;
  readonly message: Say;
  readonly download: (file: FileFacts) => Promise<void>;
  /** Receives the reason of a failed download. */
  readonly onFailure: (text: string) => void;
  readonly id?: string;
  readonly describedBy?: string;
  /** Omits the size, in grid cells. */
  readonly isBrief?: boolean;
};

/** A file name that downloads the file. */
export function FileLink({ file, locale, message, download, onFailure, id, describedBy, isBrief }: Props) {
  const [isComing, setComing] = useState(false);
  const fetchFile = async () => {
    setComing(true);
    await download(file).catch((error: Error) => onFailure(error.message));
    setComing(false);
  };
  return (
    <span className={styles.linkLine}>
      <Button
        id={id}
        className={styles.link}
        onPress={fetchFile}
        isPending={isComing}
        aria-label={message('ui.file.download', { name: file.Name })}
        aria-describedby={describedBy}
      >
        {isComing ? <Spinner /> : <Icon icon={iconOf(file.ContentType)} />}
        <span className={styles.name}>{file.Name}</span>
      </Button>
      {!isBrief && file.Size !== undefined && (
        <span className={styles.note}>{formatBytes(file.Size, locale)}</span>
      )}
    </span>
  );
}

function iconOf(mediaType = '') {
  if (mediaType.startsWith('image/')) return ImageIcon;
  return /sheet|csv/.test(mediaType) ? FileSpreadsheet : FileText;
}
