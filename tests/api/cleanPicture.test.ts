/** What is stored of a picture: its image, its colours and its orientation, and nothing of who took it where. */
import { describe, expect, it } from 'vitest';
import { cleanPicture } from '../../server/files/pictures/cleanPicture.ts';
import { jpeg, png, webp } from '../support/pictures.ts';

/** In pieces of one size, so that every boundary is cut somewhere. */
function inPieces(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}

async function cleaned(bytes: Uint8Array, size = bytes.length) {
  const picture = cleanPicture(inPieces(bytes, size));
  const kept = new Uint8Array(await new Response(picture.content as BodyInit).arrayBuffer());
  return { kept, text: Buffer.from(kept).toString('latin1'), size: picture.size() };
}

const makers = { jpeg, png, webp };

describe.each(Object.entries(makers))('%s', (_name, make) => {
  it('loses its place, its texts and what follows it, however it is cut into pieces', async () => {
    const whole = await cleaned(make());
    expect(whole.text).not.toContain('GPS');
    expect(whole.size).toEqual({ Width: 40, Height: 30 });
    for (const size of [1, 2, 3, 7, 64]) {
      const { kept } = await cleaned(make(), size);
      expect(Buffer.compare(kept, whole.kept)).toBe(0);
    }
  });

  it('keeps its orientation, which swaps width and height', async () => {
    for (const isLittle of [true, false]) {
      const { text, size, kept } = await cleaned(make({ orientation: 6, isLittle }));
      expect(text).not.toContain('GPS');
      expect(size).toEqual({ Width: 30, Height: 40 });
      // Cleaning a clean picture changes nothing.
      const again = await cleaned(kept);
      expect([Buffer.compare(again.kept, kept), again.size]).toEqual([0, size]);
    }
  });

  it('is incomplete when it breaks off anywhere before its end', async () => {
    const { kept } = await cleaned(make());
    for (let length = 0; length < kept.length; length += 3)
      expect((await cleaned(kept.subarray(0, length))).size, `${length}`).toBeUndefined();
  });
});

it('keeps colours and density of a JPEG, and every byte of its image', async () => {
  const { text } = await cleaned(jpeg({ more: 200_000 }), 1000);
  for (const part of ['JFIF', 'ICC_PROFILE', '\x01\x02\xff\x00\x03\xff\xd0\x04'])
    expect(text).toContain(part);
  expect(text.length).toBeGreaterThan(200_000);
});

it('passes other contents on as they are, and knows no size of them', async () => {
  const bytes = Buffer.from('%PDF-1.7 GPS %%EOF');
  const { text, size } = await cleaned(bytes, 4);
  expect([text, size]).toEqual(['%PDF-1.7 GPS %%EOF', undefined]);
});
