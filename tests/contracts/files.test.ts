import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FileTooLarge } from '../../server/files/FileTooLarge.ts';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import type { FileStore } from '../../server/ports/ports.ts';
import { createFileMemory } from '../../server/web/createFileMemory.ts';

const folder = mkdtempSync(join(tmpdir(), 'formwright-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const adapters: Readonly<Record<string, () => FileStore>> = {
  memory: () => createFileMemory(() => new Date()),
  folder: () => createFileFolder(join(folder, crypto.randomUUID(), 'below', 'files')),
};
const id = '01900000-0000-7000-8000-00000000000a';
const other = '01900000-0000-7000-8000-00000000000b';
const limits = { maxBytes: 1_000_000 };

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
  describe(`a file store in ${name}`, () => {
    it('returns what was stored, with its size and checksum', async () => {
      const files = create();
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
      const files = create();
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
      const files = create();
      const large = files.put(id, pieces(['12345', '67890', '1']), { maxBytes: 10 });
      await expect(large).rejects.toBeInstanceOf(FileTooLarge);
      const broken = files.put(other, pieces(['12345'], new Error('the line went dead')), limits);
      await expect(broken).rejects.toThrow('the line went dead');
      expect(await files.list()).toEqual([]);
      expect(await files.put(id, pieces(['12345', '67890']), { maxBytes: 10 })).toMatchObject({ size: 10 });
    });

    it('accepts two uploads at once, and replaces content stored again', async () => {
      const files = create();
      await Promise.all([files.put(id, pieces(['a', 'b']), limits), files.put(other, pieces(['c']), limits)]);
      expect([textOf(await files.bytes(id)), textOf(await files.bytes(other))]).toEqual(['ab', 'c']);
      await files.put(id, pieces(['new']), limits);
      expect(textOf(await files.bytes(id))).toBe('new');
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
