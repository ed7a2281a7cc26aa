import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { keyBindings } from '../data/keyBindings.ts';
import { KeyList } from './KeyList.tsx';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Linux x86_64', 'Ctrl', 'Alt'],
  ['MacIntel', '⌘', '⌥'],
])('lists every binding in order, and names keys as %s does', (platform, mod, alt) => {
  vi.stubGlobal('navigator', { platform });
  const html = renderToStaticMarkup(<KeyList />);
  const lines = [...html.matchAll(/<dt.*?<\/dd>/g)].map(([line]) => ({
    name: /<dd>ui\.shortcuts\.([\w-]+)<\/dd>/.exec(line)?.[1],
    keys: [...line.matchAll(/<kbd[^>]*>([^<]+)<\/kbd>/g)].map(([, key]) => key).join(' '),
  }));
  const stated = Object.entries(keyBindings).map(([name, { keys }]) => ({
    name,
    keys: keys.replace('Mod', mod).replace('Alt', alt),
  }));
  expect(lines).toEqual(stated);
});
