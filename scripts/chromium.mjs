// Where a Chromium for tests is found; plain Node, so that it works before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

// The headless shell first: the same browser without its windows, and a quarter less work for every test.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const packages = ['chromium-headless-shell', 'chromium'];

/**
 * The flags every test browser starts with: quiet, offline by itself, and able to run as root. Scripts are compiled and
 * their memory is cleaned up on one thread each: a page that lives for a second or two takes a fifth less work so.
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

/** The path of a Chromium that is already here, or undefined. */
export function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  return onPath() ?? playwrightOwn();
}

/** The path of a Chromium, installed first when there is none. */
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
