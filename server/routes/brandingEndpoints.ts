/** `/branding`: the brand, and its pictures, for everyone: the sign-in page shows them. */
import type { DataRecord } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { tagged } from '../http/respond.ts';
import { brandingEntity, brandPicturePath, readBranding } from '../operations/branding.ts';
import type { Runtime } from '../operations/OperationCall.ts';

/** `runtime` is without anyone's row access: the brand is the same for all. */
export function brandingEndpoints(runtime: Runtime): readonly Endpoint[] {
  if (!runtime.model.entities.has(brandingEntity)) return [];
  const open = { method: 'GET', access: { kind: 'public' }, isBeforePassword: true } as const;
  return [
    { ...open, path: '/branding', ids: [], handle: () => show(runtime) },
    {
      ...open,
      path: '/branding/picture/{fileId}',
      ids: ['fileId'],
      handle: (call) => send({ ...call, runtime }),
    },
  ];
}

async function show({ model, store }: Runtime): Promise<Response> {
  const { name, accent = null, accentDark = null, logo, signInPicture } = await readBranding(model, store);
  const addressOf = (id: string | undefined) => (id ? `/api${brandPicturePath(id)}` : null);
  return tagged({
    ...{ Name: name, Accent: accent, AccentDark: accentDark },
    ...{ Logo: addressOf(logo), SignInPicture: addressOf(signInPicture) },
  });
}

const types: ReadonlySet<unknown> = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Only pictures that the brand refers to now: every other id is unknown here. */
async function send(call: ApiCall): Promise<Response> {
  const { model, store } = call.runtime;
  const id = (call.params.fileId as string).toLowerCase();
  const { logo, signInPicture } = await readBranding(model, store);
  const isShown = [logo, signInPicture].some((one) => one?.toLowerCase() === id);
  const file: DataRecord | undefined = isShown ? await store.get('file', id) : undefined;
  if (!file || !types.has(file.ContentType)) throw new Refusal('not-found', 'branding.no-picture', {});
  const content = await call.ports.files.open(id);
  if (!content) throw new FilesUnavailable('missing');
  return new Response(content as BodyInit, {
    headers: {
      etag: `"${file.Sha256}"`,
      'content-type': String(file.ContentType),
      'content-length': String(file.Size),
      'content-security-policy': "sandbox; default-src 'none'",
      // A content never changes under its id: a new picture has a new address.
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
