/** Where the contents of files are stored: FILES_URL, or the default for the database. */
import { StartError } from '../errors/StartError.ts';
import type { FileStore } from '../ports/ports.ts';
import { type Bucket, createFileBucket } from './createFileBucket.ts';
import { createFileDatabase } from './createFileDatabase.ts';
import { createFileFolder } from './createFileFolder.ts';
import { isPostgres, shownAddress } from './openPostgres.ts';
import { filesFolder } from './openStore.ts';

export type FilesPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'database'; readonly url: string }
  | ({ readonly kind: 'bucket' } & Bucket);

type Environment = Readonly<Record<string, string | undefined>>;

const help =
  'Use file:<folder> for a folder that every process sees, or s3://<bucket>/<prefix>?endpoint=https://…&region=….';

/**
 * The location in FILES_URL; by default a folder beside an SQLite file, or the PostgreSQL database itself.
 */
export function filesPlace(env: Environment, database: string): FilesPlace {
  const text = env.FILES_URL?.trim();
  if (!text)
    return isPostgres(database)
      ? { kind: 'database', url: database }
      : { kind: 'folder', folder: filesFolder(database) };
  if (/^file:./.test(text)) return { kind: 'folder', folder: folderOf(text) };
  if (!/^s3:\/\//.test(text) || !URL.canParse(text))
    throw new StartError(`FILES_URL '${withoutSecrets(text)}' is not understood. ${help}`);
  return bucketOf(new URL(text), env);
}

type Opened = {
  readonly files: FileStore;
  /** As shown to an operator. */
  readonly shown: string;
  readonly close: () => Promise<void>;
};

/** `isNew`: whether no content can have been stored yet. */
export function openFiles(place: FilesPlace, isNew: () => Promise<boolean>): Opened {
  const close = async () => undefined;
  if (place.kind === 'database') {
    const files = createFileDatabase(place.url);
    return { files, shown: `database '${shownAddress(place.url)}'`, close: files.close };
  }
  if (place.kind === 'folder')
    return {
      files: createFileFolder(place.folder, { isNew }),
      shown: `folder of files '${place.folder}'`,
      close,
    };
  return {
    files: createFileBucket(place),
    shown: `bucket of files 's3://${place.bucket}/${place.prefix}' at ${place.endpoint}`,
    close,
  };
}

function folderOf(text: string): string {
  try {
    return text.startsWith('file://')
      ? decodeURIComponent(new URL(text).pathname)
      : text.slice('file:'.length);
  } catch {
    throw new StartError(`FILES_URL '${text}' is not understood. ${help}`);
  }
}

/** Credentials come from the standard S3 variables, because the address is printed. */
function bucketOf(url: URL, env: Environment): FilesPlace {
  const { hostname: bucket, searchParams } = url;
  const region = searchParams.get('region') || env.AWS_REGION?.trim() || 'us-east-1';
  const endpoint = searchParams.get('endpoint') || `https://s3.${region}.amazonaws.com`;
  const [accessKeyId, secretAccessKey] = [env.AWS_ACCESS_KEY_ID?.trim(), env.AWS_SECRET_ACCESS_KEY?.trim()];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.username || url.port)
    throw new StartError(`FILES_URL names no bucket. ${help}`);
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new StartError(`The endpoint '${endpoint}' of FILES_URL is no http address. ${help}`);
  if (!accessKeyId || !secretAccessKey)
    throw new StartError('FILES_URL names a bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY too.');
  if (env.AWS_SESSION_TOKEN)
    throw new StartError(
      'AWS_SESSION_TOKEN is set: keys that expire are not supported. Use a key of an account made for this server.',
    );
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  if (!/^[\w./-]*$/.test(path) || path.split('/').some((part) => part === '.' || part === '..'))
    throw new StartError(`The prefix '${path}' of FILES_URL may have letters, digits and ./_- only. ${help}`);
  return {
    ...{ kind: 'bucket', endpoint, region, bucket, prefix: path && `${path}/` },
    ...{ accessKeyId, secretAccessKey },
  };
}

const withoutSecrets = (text: string): string => text.replace(/\/\/[^@/]*@/, '//');
