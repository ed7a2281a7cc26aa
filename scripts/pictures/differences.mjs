// A page of visual differences: before, after and where, with added and removed pictures.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { comparePictures } from '../comparePictures.mjs';

export function writeDifferences(folder, commit) {
  const [before, after] = ['before', 'after'].map((name) => new Set(readdirSync(path.join(folder, name))));
  const names = [...new Set([...before, ...after])].filter((name) => name.endsWith('.png')).sort();
  const found = names.flatMap((name) => differenceOf(folder, name));
  const page = path.join(folder, 'index.html');
  writeFileSync(page, pageOf(found, { commit, compared: names.length }));
  return { page, changed: found.length, compared: names.length };
}

function differenceOf(folder, name) {
  const [before, after] = ['before', 'after'].map((side) => path.join(folder, side, name));
  if (!existsSync(before)) return [{ name, text: 'new', sides: ['after'] }];
  if (!existsSync(after)) return [{ name, text: 'gone', sides: ['before'] }];
  const [one, two] = [readFileSync(before), readFileSync(after)];
  if (one.equals(two)) return [];
  const { count, isResized, picture } = comparePictures(one, two);
  if (count === 0 && !isResized) return [];
  writeFileSync(path.join(folder, `where.${name}`), picture());
  const text = `${count} pixels${isResized ? ', another size' : ''}`;
  return [{ name, text, sides: ['before', 'after', 'where'] }];
}

function pageOf(found, { commit, compared }) {
  const rows = found.map(({ name, text, sides }) => {
    const pictures = sides.map((side) => {
      const source = side === 'where' ? `where.${name}` : `${side}/${name}`;
      return `<figure><figcaption>${side}</figcaption><img loading="lazy" alt="" src="${encodeURI(source)}"></figure>`;
    });
    return `<section><h2>${escaped(name)} – ${text}</h2><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Differences</title>
<style>body{font:14px system-ui;margin:24px}section div{display:flex;gap:16px;align-items:start}
figure{margin:0;flex:1;min-width:0}img{max-width:100%;border:1px solid #999}</style>
<h1>${compared} pictures compared with ${escaped(commit)}, ${found.length} differ</h1>
${rows.join('\n')}
</html>
`;
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
