import { describe, expect, it } from 'vitest';
import { wordsOfLanguage } from '../../scripts/language.mjs';

describe('the declaration language', () => {
  it('says of every word what it means', async () => {
    const words = await wordsOfLanguage();
    const silent = words.filter(({ word, description }) => !description && !word.startsWith('$'));
    expect(silent.map(({ file, place }) => `${file}#${place}`)).toEqual([]);
    // Read beside their schemas: a walk that lost its way would find nothing used.
    expect(words.filter(({ uses }) => uses > 0).length / words.length).toBeGreaterThan(0.9);
  });
});
