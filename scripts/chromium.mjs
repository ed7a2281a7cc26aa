// Finds a Chromium for tests; plain Node, as it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

// Prefer the headless shell: it saves a quarter of the work of each test.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const packages = ['chromium-headless-shell', 'chromium'];

/**
 * Flags of all test browsers: quiet, without background traffic, and able to run as root. Single-threaded
 * JavaScript saves a fifth of the work on pages that live only a second or two.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--single-threaded',
];

/** The path of an installed Chromium, or undefined. */
export function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return onPath() ?? playwrightOwn();
}

/** The path of a Chromium; installs one if there is none. */
export function ensureChromium(log = console.log) {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    log('No Chromium found: installing the package of this system.');
    apt(['update']);
    for (const name of packages) {
      apt(['install', '-y', '--no-install-recommends', name]);
      if (onPath()) return onPath();
    }
  }
  log("No Chromium found: downloading Playwright's own.");
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  return findChromium();
}

function apt([command, ...rest]) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', [command, '-qq', ...rest], { stdio: 'ignore', env });
}

function onPath() {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}

function playwrightOwn() {
  const store = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(store)) return undefined;
  const builds = readdirSync(store)
    .filter((name) => name.startsWith('chromium-'))
    .sort();
  return builds
    .reverse()
    .map((name) => chromeIn(path.join(store, name)))
    .find(Boolean);
}

function chromeIn(folder) {
  return ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-linux-arm64/chrome']
    .map((inside) => path.join(folder, inside))
    .find((file) => existsSync(file));
}
