// The build step of `npm test`: builds in an empty folder with only the packages of `npm start`, to find
// missing runtime dependencies. Starts the server there once, then copies the build to this folder.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sources, stampOf } from './build.mjs';
import { root } from './install.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-build-'));
try {
  for (const place of [...sources, 'base', 'schemas', 'screens', 'scripts', 'tsconfig.json'])
    cpSync(path.join(root, place), path.join(folder, place), { recursive: true, preserveTimestamps: true });
  linkPackages();
  const stamp = stampOf();
  const run = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'inherit' });
  const isRunning = run.status === 0 && (await starts());
  if (isRunning) {
    rmSync(path.join(root, 'dist'), { recursive: true, force: true });
    cpSync(path.join(folder, 'dist'), path.join(root, 'dist'), { recursive: true });
    writeFileSync(path.join(root, 'dist', '.built'), stamp);
  }
  process.exitCode = isRunning ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Whether the built server starts to listen. */
function starts() {
  const env = { ...process.env, PORT: '0', SEED: 'none', DATABASE_URL: 'file:alone.db' };
  const server = spawn(process.execPath, ['dist/server/main.js'], { cwd: folder, env });
  server.stderr.pipe(process.stderr);
  return new Promise((resolve) => {
    server.once('exit', () => resolve(false));
    server.stdout.on('data', (text) => {
      if (!String(text).includes('listening on')) return;
      server.removeAllListeners('exit');
      server.once('exit', () => resolve(true));
      server.kill();
    });
  });
}

function linkPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const places = Object.keys(packages).filter(
    (place) => place.lastIndexOf('node_modules/') === 0 && !packages[place].dev,
  );
  for (const place of places) {
    const target = path.join(folder, place);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(path.join(root, place), target, 'junction');
  }
}
