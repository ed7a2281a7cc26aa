// A page of visual differences: before, after and where, with what a reviewer decided about each.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { comparePictures } from '../comparePictures.mjs';

/** Compares the folders `before` and `after`; writes the list of differences and the pictures of where. */
export function findDifferences(folder, commit) {
  const [before, after] = ['before', 'after'].map((name) => new Set(readdirSync(path.join(folder, name))));
  const names = [...new Set([...before, ...after])].filter((name) => name.endsWith('.png')).sort();
  const found = names.flatMap((name) => differenceOf(folder, name));
  const differences = { commit, compared: names.length, found };
  writeFileSync(path.join(folder, 'differences.json'), JSON.stringify(differences, null, 2));
  return differences;
}

function differenceOf(folder, name) {
  const sides = ['before', 'after'].filter((side) => existsSync(path.join(folder, side, name)));
  const contents = sides.map((side) => readFileSync(path.join(folder, side, name)));
  const sum = createHash('sha256')
    .update(sides.join())
    .update(contents[0])
    .update(contents[1] ?? '')
    .digest('hex');
  if (sides.length === 1) return [{ name, sum, sides, text: sides[0] === 'after' ? 'new' : 'gone' }];
  const [one, two] = contents;
  if (one.equals(two)) return [];
  const { count, isResized, picture } = comparePictures(one, two);
  if (count === 0 && !isResized) return [];
  writeFileSync(path.join(folder, `where.${name}`), picture());
  const text = `${count} pixels${isResized ? ', another size' : ''}`;
  return [{ name, sum, text, sides: ['before', 'after', 'where'] }];
}

/** The page; `reviews`: what was decided about these very differences, by name. `canKeep`: a server keeps more. */
export function pageOf({ commit, compared, found }, reviews, { canKeep }) {
  const isOpen = ({ name }) => reviews.get(name)?.accepted !== true;
  const left = found.filter(isOpen);
  const rest = found.filter((one) => !isOpen(one));
  const sections = (list) => list.map((one) => sectionOf(one, reviews.get(one.name), canKeep)).join('\n');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Differences</title>
<style>:root{color-scheme:light dark}body{font:14px system-ui;margin:24px}section>div{display:flex;gap:16px;align-items:start}
figure{margin:0;flex:1;min-width:0}img{max-width:100%;border:1px solid #999}form{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin:12px 0}
textarea{font:inherit;width:min(100%,480px)}label{display:grid;gap:4px}label:has([type=checkbox]){display:flex}output{min-width:12ch}</style>
<h1>${compared} pictures compared with ${escaped(commit)}, ${found.length} differ, ${left.length} to review</h1>
${canKeep ? '' : '<p>To accept and comment, run <code>npm run pictures-review</code>.</p>'}
${sections(left)}
<details><summary>${rest.length} accepted</summary>${sections(rest)}</details>
${canKeep ? script : ''}
</html>
`;
}

function sectionOf({ name, text, sides }, review, canKeep) {
  const pictures = sides.map((side) => {
    const source = side === 'where' ? `where.${name}` : `${side}/${name}`;
    return `<figure><figcaption>${side}</figcaption><img loading="lazy" alt="${escaped(name)}, ${side}" src="${escaped(encodeURI(source))}"></figure>`;
  });
  const off = canKeep ? '' : ' disabled';
  return `<section><h2>${escaped(name)} – ${text}</h2><div>${pictures.join('')}</div>
<form data-name="${escaped(name)}"><label>Comment<textarea name="comment" rows="2" maxlength="2000"${off}>${escaped(review?.comment ?? '')}</textarea></label>
<label><input type="checkbox" name="accepted"${review?.accepted ? ' checked' : ''}${off}>Accept this difference</label>
<button${off}>Keep</button><output></output></form></section>`;
}

const script = `<script>
addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const body = JSON.stringify({ comment: form.comment.value, accepted: form.accepted.checked });
  const output = form.querySelector('output');
  try {
    const answer = await fetch('review/' + encodeURIComponent(form.dataset.name), {
      method: 'PUT', headers: { 'content-type': 'application/json' }, body });
    output.textContent = answer.ok ? 'Kept' : 'Not kept: ' + (await answer.text());
  } catch {
    output.textContent = 'Not kept: the server has ended.';
  }
});
</script>`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
