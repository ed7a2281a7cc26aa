import { useEffect, useRef, useState } from 'react';
import type { FileFacts, Files } from '../../data/files.ts';

/** The address of the content; it is released with the picture. */
export function useFileContent(file: FileFacts | undefined, open: NonNullable<Files['open']>) {
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
