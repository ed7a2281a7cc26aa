import { expect, it } from 'vitest';
import { returnTo } from './returnTo.ts';

it('leads only to pages of the application', () => {
  for (const page of ['/', '/profile?typeid=3', '/profile/dealer/1#tab-contact'])
    expect(returnTo({ returnstate: page }, '/otherwise')).toBe(page);
  for (const page of [
    '',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a b',
    '/\t/evil',
  ])
    expect(returnTo({ returnstate: page }, '/otherwise'), page).toBe('/otherwise');
  expect(returnTo({}, '/otherwise')).toBe('/otherwise');
});
