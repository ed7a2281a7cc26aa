// The numbered steps of the guides, and which pages have some.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

const pages = JSON.parse(readFileSync(path.join(root, 'docs/guide/pages.json'), 'utf8')).map(
  ({ page }) => page,
);

/** Pages whose steps are followed by a walk of that name. */
export const pagesWithSteps = () =>
  pages.filter((page) => existsSync(path.join(root, 'scripts/guide', `${page}.mjs`)));

/** How many numbered steps a page has. */
export const countSteps = (text) => [...text.matchAll(/^\d+\. /gm)].length;
