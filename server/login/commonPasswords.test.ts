import { describe, expect, it } from 'vitest';
import { isCommonPassword } from './commonPasswords.ts';

describe('common passwords', () => {
  it.each([
    ...['password1234', 'PASSWORD1234', 'Password-2026!', 'P@ssw0rd1234', 'pаssword1234', 'ｐassword1234'],
    ...['passwordpassword', 'qwertyuiop12', 'Welcome12345!', '!!!letmein!!!', '123456789012', 'iloveyou2024'],
    ...['motdepasse123', 'azerty123456', 'jennifer1984', 'pass word 1234', '1q2w3e4r5t6y', 'mötdepasse99'],
  ])('%s is one', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each([
    'a few words in a row',
    'neige sur le quai 7',
    'kT9-vmQz2Lp8w',
    'correct horse battery',
    'grande chaise bleue',
  ])('%s is none', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
