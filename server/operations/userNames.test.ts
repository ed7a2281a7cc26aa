import { describe, expect, it } from 'vitest';
import { cleanUserName, lookAlikeKey, mixesScripts, userNameKey } from './userNames.ts';

describe('user names', () => {
  it('are stored without invisible characters', () => {
    for (const text of [
      'Ann Lee',
      '  Ann   Lee ',
      'Ann\u00a0Lee',
      'A\u200bnn\tLee',
      '\u202eAnn Lee',
      'Ａnn Lee\ufe0f',
    ])
      expect(cleanUserName(text)).toBe('Ann Lee');
    expect(cleanUserName('\u200b \u2060')).toBe('');
    expect(cleanUserName('Re\u0301ne\u0301')).toBe('Réné');
  });

  it('ignore case, but not letters or accents', () => {
    expect(userNameKey('ANN@X.CA')).toBe(userNameKey(' ann@x.ca'));
    expect(userNameKey('rené')).not.toBe(userNameKey('rene'));
    expect(lookAlikeKey('rené')).not.toBe(lookAlikeKey('rene'));
  });

  it('look alike when a person could confuse them', () => {
    for (const other of ['аdmin', 'αdmin', 'admın', 'ADMIN', 'adrnin', '𝐚𝐝𝐦𝐢𝐧', 'аԁmіn'])
      expect(lookAlikeKey(other), other).toBe(lookAlikeKey('admin'));
    expect(lookAlikeKey('user1')).toBe(lookAlikeKey('userl'));
    expect(lookAlikeKey('ann')).not.toBe(lookAlikeKey('anne'));
  });

  it('have letters of one alphabet', () => {
    for (const name of ['ann.lee-2@x.ca', 'Zoë Ñandú', 'анна', 'Ελένη', '山田', "d'Arcy"])
      expect(mixesScripts(name), name).toBe(false);
    for (const name of ['аnn', 'annа', 'Eλ', 'ann山']) expect(mixesScripts(name), name).toBe(true);
  });
});
