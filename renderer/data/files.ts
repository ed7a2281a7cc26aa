/** Upload and download of files. */
import type { FieldModel } from '#engine';
import type { Api } from './createApi.ts';
import { saveBlob } from './saveBlob.ts';

/** What answers say about a file. */
export type FileFacts = {
  readonly Id: string;
  readonly Name: string;
  readonly ContentType?: string;
  readonly Size?: number;
  /** Of a picture: as shown, in pixels. */
  readonly Width?: number;
  readonly Height?: number;
};

type UploadOptions = {
  readonly signal: AbortSignal;
  /** From 0 to 1; not always called. */
  readonly onProgress: (share: number) => void;
};

export type Files = {
  readonly upload: (field: FieldModel, content: File, options: UploadOptions) => Promise<FileFacts>;
  /** Resolves when all running uploads have ended; undefined if there are none. */
  readonly arrived?: () => Promise<unknown> | undefined;
  /** The content, to show it. Absent: only downloads. */
  readonly open?: (file: FileFacts) => Promise<Blob>;
  /** Saves the file to the downloads folder. */
  readonly download: (file: FileFacts) => Promise<void>;
};

/** Uploads and downloads through the API. */
export function createFiles(api: Api): Files {
  const underWay = new Set<Promise<unknown>>();
  return {
    upload: (field, content, options) => {
      const form = new FormData();
      form.append('file', content);
      const sent = api.send<FileFacts>('POST', `/File?field=${field.entity}.${field.path}`, form, {
        ...options,
        intent: 'same-content',
      });
      underWay.add(sent);
      const end = () => underWay.delete(sent);
      sent.then(end, end);
      return sent;
    },
    arrived: () => (underWay.size > 0 ? Promise.allSettled(underWay) : undefined),
    open: (file) => contentOf(api, file),
    download: async (file) => saveBlob(await contentOf(api, file), file.Name),
  };
}

async function contentOf(api: Api, { Id }: FileFacts): Promise<Blob> {
  const { Url } = await api.get<{ Url: string }>(`/File/token/${Id}`);
  return api.download(Url.replace(/^\/api/, ''));
}

/** The facts of an expanded file; undefined for other values. */
export function fileFacts(value: unknown): FileFacts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { Id, Name } = value as Partial<FileFacts>;
  return typeof Id === 'string' && typeof Name === 'string' ? (value as FileFacts) : undefined;
}
