// `npm start`: installs and builds what is missing, then runs the server in this process, so that it receives
// signals.

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';

requireNode();
process.chdir(root);
await ensureInstalled();
ensureBuilt();
process.setSourceMapsEnabled(true);
await import(pathToFileURL(path.join(root, 'dist', 'server', 'main.js')).href);
