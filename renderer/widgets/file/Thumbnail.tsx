import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FileFacts, Files } from '../../data/files.ts';
import type { Say } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import styles from './file.module.css';
import { useFileContent } from './useFileContent.ts';

type Props = {
  readonly file: FileFacts;
  /** What the picture shows; empty beside its name, which says as much. */
  readonly alt: string;
  readonly open: NonNullable<Files['open']>;
  readonly message: Say;
  readonly size?: 'small' | 'large';
};

/** A picture, fetched when it comes into view. Its place is reserved from its known size. */
export function Thumbnail({ file, alt, open, message, size = 'large' }: Props) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(frame);
  const { url, hasFailed } = useFileContent(isNear ? file : undefined, open);
  const { Width = 4, Height = 3 } = file;
  return (
    <span
      ref={frame}
      className={styles.thumbnail}
      data-size={size}
      style={size === 'large' ? { aspectRatio: `${Width} / ${Height}` } : undefined}
    >
      {url && <img src={url} alt={alt} decoding="async" />}
      {hasFailed && (
        <span
          role="img"
          aria-label={message('ui.picture.no-preview')}
          title={message('ui.picture.no-preview')}
        >
          <Icon icon={ImageOff} />
        </span>
      )}
    </span>
  );
}

function useIsNear(frame: React.RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!frame.current || isNear) return;
    const watcher = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    watcher.observe(frame.current);
    return () => watcher.disconnect();
  }, [frame, isNear]);
  return isNear;
}
