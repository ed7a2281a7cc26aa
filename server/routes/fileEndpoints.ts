/** `/File`: uploads, and downloads with single-use tickets. */
import {
  type Access,
  type DataRecord,
  type EntityModel,
  type FieldModel,
  type FileLimits,
  holdsFiles,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { FileTokens } from '../files/createFileTokens.ts';
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import { attachment } from '../files/fileName.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { objectOf } from '../http/fieldSchemas.ts';
import { operationCall } from '../http/operationCall.ts';
import { incomingFile, receiveFile, refuseBeyondQuota } from '../http/receiveFile.ts';
import { empty, json } from '../http/respond.ts';
import type { Session } from '../login/Session.ts';
import { authorize } from '../operations/authorize.ts';
import { mayViewFile } from '../operations/mayViewFile.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import { removeRecord } from '../operations/removeRecord.ts';
import { rangeAsked, rangeHeaders } from '../ports/byteRange.ts';
import { fileForm } from './fileForm.ts';

/** Upload, ticket and download; none when the model has no file entity. */
export function fileEndpoints({ model }: Runtime, tokens: FileTokens): readonly Endpoint[] {
  if (!model.entities.has('file')) return [];
  const login = { kind: 'login' } as const;
  const ids = ['fileId'];
  return [
    {
      method: 'POST',
      path: '/File',
      ids: [],
      access: login,
      asks: [askedText('field', 'The field it is for, as entity.field: its kinds and size hold.')],
      opens: (call) => authorize(targetOf(call).access, call.session?.features),
      takes: { ...fileForm, schema: fileBody },
      handle: upload,
    },
    {
      method: 'GET',
      path: '/File/token/{fileId}',
      ids,
      access: login,
      handle: (call) => issueToken(call, tokens),
    },
    {
      ...{ method: 'GET', path: '/File/{fileId}', ids, access: login },
      asks: [askedText('token', 'The ticket.')],
      handle: (call) => download(call, tokens),
    },
    { method: 'DELETE', path: '/File/{fileId}', ids, access: login, handle: remove },
  ];
}

/** A form with one part, or the file itself as the body. */
const fileBody = objectOf(
  [['file', { type: 'string', contentMediaType: 'application/octet-stream' }]],
  ['file'],
);

async function upload(call: ApiCall): Promise<Response> {
  const target = targetOf(call);
  await refuseBeyondQuota(call);
  const record = await receiveFile(operationCall(call), {
    ...(await incomingFile(call)),
    limits: target.limits,
  });
  const { Id, Name, ContentType, Size, Width, Height } = record as DataRecord;
  const size = Width === undefined ? {} : { Width, Height };
  return json({ Id, Name, ContentType, Size, ...size }, 201, { location: `/api/File/${Id}` });
}

type Target = { readonly access: Access; readonly limits: FileLimits };

/** The target field determines who may upload and which files are accepted. */
function targetOf(call: ApiCall): Target {
  const { model } = call.runtime;
  const name = call.query().get('field');
  const targets = [...model.entities.values()].flatMap(fileFields);
  const { fileTypes: accept, fileLimitBytes: maxBytes } = model.settings;
  if (name === null)
    return { access: anyOf(targets.flatMap(({ access }) => access)), limits: { accept, maxBytes } };
  const found = targets.find(
    ({ field }) => `${field.entity}.${field.path}`.toLowerCase() === name.toLowerCase(),
  );
  if (!found?.field.file) throw refusals.noSuchFileField({ params: { name } });
  return { access: anyOf(found.access), limits: found.field.file };
}

type FileField = { readonly field: FieldModel; readonly access: readonly Access[] };

function fileFields(entity: EntityModel): readonly FileField[] {
  const { policy } = entity;
  return [...entity.fieldByPath.values()].filter(holdsFiles).map((field) => {
    const own = policy.fields[field.path.split('.')[0] ?? '']?.write;
    return { field, access: own ? [own] : [policy.create, policy.update] };
  });
}

/** One of them suffices. */
function anyOf(all: readonly Access[]): Access {
  const open = all.find(({ kind }) => kind !== 'feature');
  return open ?? { kind: 'feature', anyOf: all.flatMap((one) => (one.kind === 'feature' ? one.anyOf : [])) };
}

/** The uploader may delete a file while no record refers to it; after that it is removed with its record. */
async function remove(call: ApiCall): Promise<Response> {
  const id = call.params.fileId as string;
  const file = await call.runtime.store.get('file', id);
  // A missing file is refused like an existing one, so that ids cannot be probed.
  if (!file || file.CreatedBy !== call.session?.user.UserName) throw refusals.fileNotRemovable();
  await removeRecord(operationCall(call), call.runtime.planOf('file'), { id });
  await call.ports.files.remove(id);
  return empty();
}

async function issueToken(call: ApiCall, tokens: FileTokens): Promise<Response> {
  const id = call.params.fileId as string;
  const { runtime } = call;
  const { user, features, id: sessionId } = call.session as Session;
  const file = await runtime.store.get('file', id);
  const viewer = { userName: user.UserName, features };
  // A missing file is refused like an existing one, so that ids cannot be probed.
  if (!file || !(await mayViewFile({ runtime, session: runtime.store }, file, viewer)))
    throw refusals.fileNotViewable();
  const token = await tokens.issue(id, sessionId);
  return json({ Token: token, Url: `/api/File/${id}?token=${token}` });
}

async function download(call: ApiCall, tokens: FileTokens): Promise<Response> {
  const id = call.params.fileId as string;
  const token = call.query().get('token') ?? '';
  const isGood = await tokens.redeem(token, id, (call.session as Session).id);
  const file = isGood ? await call.runtime.store.get('file', id) : undefined;
  if (!file) throw refusals.fileNotViewable();
  // File contents never change, so the checksum is the ETag and a download can resume with a new ticket.
  const [size, etag] = [Number(file.Size), `"${file.Sha256}"`];
  const asked = rangeAsked(call.request, size, etag);
  const headers = rangeHeaders(asked, size);
  if (asked.kind === 'outside') throw refusals.rangeOutside({ params: { size }, headers });
  const range = asked.kind === 'part' ? asked.range : undefined;
  const content = await call.ports.files.open(id, range);
  if (!content) throw new FilesUnavailable('missing');
  return new Response(content as BodyInit, {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      etag,
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': String(file.ContentType),
      'content-disposition': attachment(String(file.Name)),
      'cache-control': 'no-store',
      vary: 'Cookie, Authorization',
    },
  });
}
