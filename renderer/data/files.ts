/** Files on their way between a person and the server. */
import type { FieldModel } from '#engine';
import type { Api } from './createApi.ts';
import { saveBlob } from './saveBlob.ts';

/** What answers say of a file beside its id. */
export type FileFacts = {
  readonly Id: string;
  readonly Name: string;
  readonly ContentType?: string;
  readonly Size?: number;
};

type UploadOptions = {
  readonly signal: AbortSignal;
  /** From 0 to 1; may never be called. */
  readonly onProgress: (share: number) => void;
};

export type Files = {
  readonly upload: (field: FieldModel, content: File, options: UploadOptions) => Promise<FileFacts>;
  /** Resolves when what is on its way has arrived or failed; undefined when nothing is. */
  readonly arrived?: () => Promise<unknown> | undefined;
  /** Puts the file into the person's downloads. */
  readonly download: (file: FileFacts) => Promise<void>;
};

/** Uploads and downloads by an API. */
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

/** The facts of an expanded file; undefined for anything else. */
export function fileFacts(value: unknown): FileFacts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { Id, Name } = value as Partial<FileFacts>;
  return typeof Id === 'string' && typeof Name === 'string' ? (value as FileFacts) : undefined;
}
