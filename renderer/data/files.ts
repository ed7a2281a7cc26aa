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
      const sent = api.send<FileFacts>('POST', `/File?field=${field.entity}.${field.path}`, form, options);
      underWay.add(sent);
      const end = () => underWay.delete(sent);
      sent.then(end, end);
      return sent;
    },
    arrived: () => (underWay.size > 0 ? Promise.allSettled(underWay) : undefined),
    download: async ({ Id, Name }) => {
      const { Url } = await api.get<{ Url: string }>(`/File/token/${Id}`);
      saveBlob(await api.download(Url.replace(/^\/api/, '')), Name);
    },
  };
}

/** The facts of an expanded file; undefined for other values. */
export function fileFacts(value: unknown): FileFacts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { Id, Name } = value as Partial<FileFacts>;
  return typeof Id === 'string' && typeof Name === 'string' ? (value as FileFacts) : undefined;
}
