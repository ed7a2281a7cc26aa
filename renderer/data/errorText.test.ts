import { expect, it } from 'vitest';
import { ApiError } from './ApiError.ts';
import { errorText } from './errorText.ts';

const say = (key: string) => `said ${key}`;

it('tells what the server answered', () => {
  const error = new ApiError(409, { Message: 'The product is in use.' });
  expect(errorText(error, say)).toBe('The product is in use.');
  expect(errorText(error, say, 'ui.error.title')).toBe('The product is in use.');
});

it.each([new Error('x is undefined'), 'broken', undefined])('tells nothing technical of %s', (error) => {
  expect(errorText(error, say)).toBe('said ui.error.text');
  expect(errorText(error, say, 'ui.error.title')).toBe('said ui.error.title');
});
