// The numbered steps of the guides.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install.mjs';

const pages = JSON.parse(readFileSync(path.join(root, 'docs/guide/pages.json'), 'utf8')).map(
  ({ page }) => page,
);

/** Pages with a walk of the same name. */
export const pagesWithSteps = () =>
  pages.filter((page) => existsSync(path.join(root, 'scripts/guide', `${page}.mjs`)));

/** The number of numbered steps in a page. */
export const countSteps = (text) => [...text.matchAll(/^\d+\. /gm)].length;
