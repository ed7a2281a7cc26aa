import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { FileFacts, Files } from '../../data/files.ts';
import type { Say } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import styles from './file.module.css';

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
  const { url, hasFailed } = useContent(isNear ? file : undefined, open);
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

/** The address of the content; it is released with the picture. */
function useContent(file: FileFacts | undefined, open: Props['open']) {
  const [shown, setShown] = useState<{ readonly id: string; readonly url?: string }>();
  const opening = useRef(open);
  opening.current = open;
  const latest = useRef(file);
  latest.current = file;
  const id = file?.Id;
  useEffect(() => {
    const wanted = latest.current;
    if (id === undefined || !wanted) return;
    let [url, isOver] = ['', false];
    opening.current(wanted).then(
      (content) => {
        if (isOver) return;
        url = URL.createObjectURL(content);
        setShown({ id, url });
      },
      () => !isOver && setShown({ id }),
    );
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  const own = shown?.id === id ? shown : undefined;
  return { url: own?.url, hasFailed: own !== undefined && own.url === undefined };
}
