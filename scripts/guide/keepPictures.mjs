// Copies changed pictures to docs/guide/pictures; unchanged ones keep their bytes in git.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { differingPixels } from '../comparePictures.mjs';
import { root } from '../install.mjs';

/** @param taken a folder with one subfolder per language */
export function keepPictures(taken) {
  for (const locale of readdirSync(taken)) {
    for (const name of readdirSync(path.join(taken, locale))) {
      const bytes = readFileSync(path.join(taken, locale, name));
      const place = path.join(root, 'docs/guide/pictures', locale, name);
      if (existsSync(place) && differingPixels(readFileSync(place), bytes) === 0) continue;
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, bytes);
      console.log(`docs/guide/pictures/${locale}/${name}: ${Math.round(bytes.length / 1024)} kB`);
    }
  }
}
