import { expect, it } from 'vitest';
import { deviceName } from './deviceName.ts';

it('names browser and system, despite the other browsers in the user agent', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  expect(deviceName(`${windows} Chrome/140.0.0.0 Safari/537.36`)).toBe('Chrome, Windows');
  expect(deviceName(`${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`)).toBe('Edge, Windows');
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    ),
  ).toBe('Safari, iOS');
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    'Firefox, Linux',
  );
  expect(deviceName('curl/8.5.0')).toBe('curl');
  expect(deviceName('')).toBe(undefined);
});
