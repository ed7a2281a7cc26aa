import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Appends the notices of bundled packages to the licences that Vite writes: the Apache licence wants both passed on.
 * @param {string} fileName the file of `build.license`
 * @returns {import('vite').Plugin}
 */
export function noticesPlugin(fileName) {
  return {
    name: 'notices',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler({ dir = '' }) {
        const file = path.join(dir, fileName);
        if (existsSync(file)) appendFileSync(file, noticesOf(readFileSync(file, 'utf8')));
      },
    },
  };
}

/** @param {string} licences with a heading for each package: `## name - 1.0.0 (MIT)` */
function noticesOf(licences) {
  const names = [...licences.matchAll(/^## (\S+) - \d\S* \(/gm)].map(([, name]) => String(name));
  return [...new Set(names)]
    .map((name) => ({ name, folder: path.join('node_modules', name) }))
    .filter(({ folder }) => existsSync(folder))
    .flatMap(({ name, folder }) =>
      readdirSync(folder)
        .filter((file) => /^notice(\.|$)/i.test(file))
        .map((file) => `\n## Notice of ${name}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`),
    )
    .join('');
}
