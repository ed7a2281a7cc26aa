import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import { useState } from 'react';
import type { DataRecord, GalleryLayout } from '#engine';
import { useApi } from '../../data/App.tsx';
import { fileFacts } from '../../data/files.ts';
import { Icon } from '../../parts/Icon.tsx';
import { findIcon } from '../../parts/icons.ts';
import { readPath } from '../readPath.ts';
import styles from './gallery.module.css';

type Props = { readonly record: DataRecord; readonly layout: GalleryLayout };

/** Image formats that browsers draw; the server sends no others as images. */
const drawn = /^image\/(png|jpeg|gif|webp|avif)$/;

/** The picture of a record; an icon where it has none, or while it cannot be shown. */
export function GalleryPicture({ record, layout: { picture, icon } }: Props) {
  const api = useApi();
  const [isBroken, setBroken] = useState(false);
  const file = picture && fileFacts(readPath(record, picture.shows ?? picture.path));
  const isDrawn = file !== undefined && drawn.test(file.ContentType ?? '');
  const { data } = useQuery({
    queryKey: ['file', file?.Id],
    queryFn: ({ signal }) => api.get<{ Url: string }>(`/File/token/${file?.Id}`, { signal }),
    enabled: isDrawn,
    // The address is only read while it is fresh; the picture then stays in the page.
    staleTime: 60_000,
  });
  if (!picture && !icon) return null;
  return (
    <div className={styles.picture}>
      {isDrawn && data && !isBroken ? (
        // The name of the record stands below it.
        <img src={data.Url} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <Icon icon={(icon && findIcon(icon)) || Image} />
      )}
    </div>
  );
}
