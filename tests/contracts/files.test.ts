import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FilesUnavailable } from '../../server/files/FilesUnavailable.ts';
import { FileTooLarge } from '../../server/files/FileTooLarge.ts';
import { createFileBucket } from '../../server/node/createFileBucket.ts';
import { createFileDatabase } from '../../server/node/createFileDatabase.ts';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import type { FileStore } from '../../server/ports/ports.ts';
import { createFileMemory } from '../../server/web/createFileMemory.ts';
import { ask, newSchema, stopPostgres } from '../support/postgres.ts';
import { s3Keys, startS3 } from '../support/s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'formwright-files-'));
const s3 = await startS3();
const opened: { close: () => Promise<void> }[] = [];
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([s3.stop(), ...opened.map(({ close }) => close())]);
  await stopPostgres();
});

const adapters: Readonly<Record<string, () => FileStore | Promise<FileStore>>> = {
  memory: () => createFileMemory(() => new Date()),
  folder: () => createFileFolder(join(folder, crypto.randomUUID(), 'below', 'files')),
  database: async () => {
    const files = createFileDatabase(await newSchema());
    opened.push(files);
    return files;
  },
  bucket: () => createFileBucket({ ...s3, ...s3Keys, prefix: `${crypto.randomUUID()}/` }),
};
const id = '01900000-0000-7000-8000-00000000000a';
const other = '01900000-0000-7000-8000-00000000000b';
const limits = { maxBytes: 1_000_000 };
/** More than two parts of an upload to a bucket. */
const largeBytes = 17 * 1024 * 1024 + 7;

/** Content in chunks, as a network delivers it. */
function pieces(parts: readonly string[], end?: Error): ReadableStream<Uint8Array> {
  const waiting = [...parts];
  return new ReadableStream({
    pull: (controller) => {
      const next = waiting.shift();
      if (next !== undefined) controller.enqueue(new TextEncoder().encode(next));
      else if (end) controller.error(end);
      else controller.close();
    },
  });
}
const textOf = (bytes?: Uint8Array) => bytes && new TextDecoder().decode(bytes);

for (const [name, create] of Object.entries(adapters))
  describe(`a file store in a ${name}`, () => {
    it('returns what was stored, with its size and checksum', async () => {
      const files = await create();
      const stored = await files.put(id, pieces(['Terms ', 'and ', 'conditions']), limits);
      expect(stored).toEqual({
        size: 20,
        sha256: createHash('sha256').update('Terms and conditions').digest('hex'),
      });
      expect(textOf(await files.bytes(id))).toBe('Terms and conditions');
      expect(await new Response((await files.open(id)) as BodyInit).text()).toBe('Terms and conditions');
      expect(await new Response((await files.open(id, { start: 6, end: 8 })) as BodyInit).text()).toBe('and');
      expect((await files.list()).map((one) => one.id)).toEqual([id]);
      expect((await files.list())[0]?.storedAt).toBeInstanceOf(Date);
    });

    it('does not find content that was never stored or was removed', async () => {
      const files = await create();
      for (const none of ['', 'undefined', '../secret', 'x'.repeat(1000), '\0']) {
        expect(await files.bytes(none)).toBeUndefined();
        expect(await files.open(none)).toBeUndefined();
      }
      expect(await files.list()).toEqual([]);
      expect(await files.bytes(id)).toBeUndefined();
      expect(await files.open(id)).toBeUndefined();
      await files.put(id, pieces(['x']), limits);
      await files.remove(id);
      await files.remove(id);
      expect(await files.bytes(id)).toBeUndefined();
      expect(await files.list()).toEqual([]);
    });

    it('content that is too large or interrupted leaves nothing', async () => {
      const files = await create();
      const large = files.put(id, pieces(['12345', '67890', '1']), { maxBytes: 10 });
      await expect(large).rejects.toBeInstanceOf(FileTooLarge);
      const broken = files.put(other, pieces(['12345'], new Error('the line went dead')), limits);
      await expect(broken).rejects.toThrow('the line went dead');
      expect(await files.list()).toEqual([]);
      expect(await files.put(id, pieces(['12345', '67890']), { maxBytes: 10 })).toMatchObject({ size: 10 });
    });

    it('accepts two uploads at once, and replaces content stored again', async () => {
      const files = await create();
      await Promise.all([files.put(id, pieces(['a', 'b']), limits), files.put(other, pieces(['c']), limits)]);
      expect([textOf(await files.bytes(id)), textOf(await files.bytes(other))]).toEqual(['ab', 'c']);
      await files.put(id, pieces(['new']), limits);
      expect(textOf(await files.bytes(id))).toBe('new');
    });

    it('keeps an empty content', async () => {
      const files = await create();
      expect(await files.put(id, pieces([]), limits)).toMatchObject({ size: 0 });
      expect(await files.bytes(id)).toEqual(new Uint8Array());
      expect(await new Response((await files.open(id)) as BodyInit).text()).toBe('');
    });

    it('gives any part of a large content, across the places where it is divided', async () => {
      const files = await create();
      const bytes = new Uint8Array(largeBytes).map((_, at) => (at * 31 + (at >> 8)) % 251);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const maxBytes = bytes.length;
      expect(await files.put(id, new Blob([bytes]).stream(), { maxBytes })).toEqual({
        size: maxBytes,
        sha256,
      });
      const whole = new Uint8Array(await new Response((await files.open(id)) as BodyInit).arrayBuffer());
      expect(createHash('sha256').update(whole).digest('hex')).toBe(sha256);
      for (const [start, end] of [
        ...[
          [0, 0],
          [262_143, 262_144],
          [100, 900_000],
          [maxBytes - 5, maxBytes - 1],
        ],
        [8 * 1024 * 1024 - 1, 8 * 1024 * 1024],
      ] as const) {
        const part = await new Response((await files.open(id, { start, end })) as BodyInit).arrayBuffer();
        expect(Buffer.from(part).equals(bytes.subarray(start, end + 1)), `${start} to ${end}`).toBe(true);
      }
      const short = files.put(other, new Blob([bytes]).stream(), { maxBytes: maxBytes - 1 });
      await expect(short).rejects.toBeInstanceOf(FileTooLarge);
      expect((await files.list()).map((one) => one.id)).toEqual([id]);
    });

    it('lists more than one page, and reads what it has while more comes', async () => {
      const files = await create();
      const ids = [...'12345'].map((digit) => id.slice(0, -1) + digit);
      await Promise.all(ids.map((each) => files.put(each, pieces([each]), limits)));
      expect((await files.list()).map((one) => one.id).sort()).toEqual(ids);
      const reader = (await files.open(ids[0] as string))?.getReader();
      await reader?.read();
      await reader?.cancel();
      await files.probe?.();
    });

    // The one in memory is for tests and stories, and has no place to lead out of.
    it.skipIf(name === 'memory')('keeps nothing under what is no id', async () => {
      const files = await create();
      for (const bad of ['../secret', '..', '/etc/passwd', `${id}.part`, '']) {
        await expect(files.put(bad, pieces(['x']), limits)).rejects.toThrow('UUID');
        await expect(files.remove(bad)).rejects.toThrow('UUID');
        expect(await files.bytes(bad)).toBeUndefined();
      }
      expect(await files.list()).toEqual([]);
    });
  });

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof FilesUnavailable ? error.reason : error),
  );

describe('a bucket', () => {
  const prefix = 'troubles/';
  const files = createFileBucket({ ...s3, ...s3Keys, prefix });

  it('says why it cannot serve', async () => {
    s3.fail(403, 'AccessDenied');
    expect(await reasonOf(files.put(id, pieces(['x']), limits))).toBe('read-only');
    s3.fail(507, 'XMinioStorageFull');
    expect(await reasonOf(files.put(id, pieces(['x']), limits))).toBe('full');
    s3.fail(500, 'InternalError');
    expect(await reasonOf(files.bytes(id))).toBe('failing');
    s3.place.isThere = false;
    const works = [files.bytes(id), files.open(id), files.list(), files.put(id, pieces(['x']), limits)];
    const reasons = await Promise.all(
      [...works, files.probe?.() ?? works[0]].map((work) => reasonOf(work as Promise<unknown>)),
    );
    expect(reasons).toEqual(Array(5).fill('gone'));
    s3.place.isThere = true;
    expect(await files.bytes(id)).toBeUndefined();
    const nobody = createFileBucket({ ...s3, ...s3Keys, prefix, endpoint: 'http://127.0.0.1:9' });
    expect(await reasonOf(nobody.put(id, pieces(['x']), limits))).toBe('failing');
  });

  it('is asked with signatures that another library finds right, and never with a wrong one', async () => {
    await files.put(id, pieces(['x']), limits);
    expect(s3.refused).toEqual([]);
    const stranger = createFileBucket({ ...s3, ...s3Keys, prefix, secretAccessKey: 'guessed' });
    expect(await reasonOf(stranger.bytes(id))).toBe('read-only');
    expect(s3.refused).toHaveLength(1);
  });

  it('leaves no half of an upload behind', async () => {
    const bytes = new Uint8Array(20 * 1024 * 1024);
    await expect(
      files.put(other, new Blob([bytes]).stream(), { maxBytes: bytes.length - 1 }),
    ).rejects.toThrow();
    const broken = new Blob([bytes]).stream().pipeThrough(
      new TransformStream({
        transform: (chunk, controller) => controller.enqueue(chunk),
        flush: () => {
          throw new Error('the line went dead');
        },
      }),
    );
    await expect(files.put(other, broken, { maxBytes: bytes.length })).rejects.toThrow('the line went dead');
    expect([s3.uploads.size, s3.objects.has(prefix + other)]).toEqual([0, false]);
  });
});

describe('files in a database', () => {
  it('are not seen before they are whole, and a process that died leaves what cleaning finds', async () => {
    const url = await newSchema();
    const files = createFileDatabase(url);
    opened.push(files);
    let more: () => void = () => undefined;
    const waits = new Promise<void>((resolve) => {
      more = resolve;
    });
    const slow = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(300_000)),
      pull: async (controller) => {
        await waits;
        controller.close();
      },
    });
    const putting = files.put(id, slow, limits);
    await expect.poll(async () => (await files.list()).length).toBe(1);
    expect(await files.bytes(id)).toBeUndefined();
    more();
    expect(await putting).toMatchObject({ size: 300_000 });
    // As a process that was killed leaves it.
    await ask(url, `insert into _formwright_file (id) values ($1)`, [other]);
    expect((await files.list()).map((one) => one.id).sort()).toEqual([id, other]);
    await files.remove(other);
    expect((await files.list()).map((one) => one.id)).toEqual([id]);
    await files.remove(id);
    expect(await ask(url, 'select 1 from _formwright_file_piece')).toEqual([]);
  });

  it('are the same for every process, which may begin at once', async () => {
    const url = await newSchema();
    const [one, two] = [createFileDatabase(url), createFileDatabase(url)];
    opened.push(one, two);
    await Promise.all([one.put(id, pieces(['one']), limits), two.put(id, pieces(['two']), limits)]);
    expect(['one', 'two']).toContain(textOf(await one.bytes(id)));
    expect(await one.bytes(id)).toEqual(await two.bytes(id));
    expect(await ask(url, 'select 1 from _formwright_file')).toHaveLength(1);
  });

  it('are unavailable with the database', async () => {
    const files = createFileDatabase('postgres://nobody@127.0.0.1:9/none');
    opened.push(files);
    expect(await reasonOf(files.put(id, pieces(['x']), limits))).toBe('failing');
    expect(await reasonOf(files.bytes(id))).toBe('failing');
  });
});

it('no id leads out of the folder', async () => {
  const files = createFileFolder(join(folder, 'kept'));
  for (const bad of ['../secret', '..', '/etc/passwd', `${id}.part`, '']) {
    await expect(files.put(bad, pieces(['x']), limits)).rejects.toThrow('UUID');
    expect(await files.bytes(bad)).toBeUndefined();
  }
  expect(readdirSync(folder)).not.toContain('secret');
});
