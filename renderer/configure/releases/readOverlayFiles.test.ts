import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readOverlayFiles, zipOverlay } from './readOverlayFiles.ts';

const one = { Path: 'overlay/field/product.Fee.json', Text: '{\n  "kind": "field"\n}\n' };
const two = { Path: 'overlay/rule/product.low.json', Text: '{ "title": "Frais élevés" }\n' };

it('exports a zip of real files, and imports the same', async () => {
  const blob = zipOverlay({ Files: [one, two] });
  expect(Object.keys(unzipSync(new Uint8Array(await blob.arrayBuffer())))).toEqual([one.Path, two.Path]);
  expect(await readOverlayFiles([new File([blob], 'overlay-3.zip')])).toEqual([one, two]);
});

it('ignores other files in a zip, and refuses one that is too large', async () => {
  const zip = (entries: Record<string, string>) =>
    new File(
      [zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)])))],
      'x.zip',
    );
  const more = zip({ [one.Path]: one.Text, '__MACOSX/overlay/._x.json': 'x', 'overlay/README.md': 'x' });
  expect(await readOverlayFiles([more])).toEqual([one]);
  await expect(readOverlayFiles([zip({ 'a.json': ' '.repeat(5_000_000) })])).rejects.toThrow();
  await expect(readOverlayFiles([new File(['PK broken'], 'x.zip')])).rejects.toThrow();
});

it('still imports single files and exports in one file', async () => {
  const alone = new File(['{ "kind": "field", "name": "product.Fee" }'], 'product.Fee.json');
  expect((await readOverlayFiles([alone]))[0]?.Path).toBe(one.Path);
  const whole = new File([JSON.stringify({ Files: [one, two] })], 'overlay.json');
  expect(await readOverlayFiles([whole])).toEqual([one, two]);
});
