import { describe, expect, it } from 'vitest';
import { piecesOf, stillMentioned, typingAt, withMention } from './mentionText.ts';

const wei = { Id: '1', DisplayName: 'Wei Zhang' };
const short = { Id: '2', DisplayName: 'Wei' };

describe('a mention', () => {
  it('is what is typed after @, names with spaces included; an e-mail address is none', () => {
    expect(typingAt('Hello @We', 9)).toEqual({ from: 6, name: 'We' });
    expect(typingAt('@Wei Z', 6)).toEqual({ from: 0, name: 'Wei Z' });
    expect(typingAt('Hello @', 7)).toEqual({ from: 6, name: '' });
    expect(typingAt('a@b.example', 11)).toBeUndefined();
    expect(typingAt('@Wei\nnext', 9)).toBeUndefined();
    expect(typingAt('@ Wei', 5)).toBeUndefined();
    expect(typingAt('none', 4)).toBeUndefined();
  });

  it('takes the place of what was typed', () => {
    expect(withMention('Hi @We!', { from: 3, name: 'We' }, wei)).toEqual({
      text: 'Hi @Wei Zhang !',
      caret: 14,
    });
    expect(withMention('Hi @We there', { from: 3, name: 'We' }, wei)).toEqual({
      text: 'Hi @Wei Zhang there',
      caret: 14,
    });
  });

  it('counts while its name is in the text, once', () => {
    expect(stillMentioned('@Wei Zhang', [wei, wei])).toEqual([wei]);
    expect(stillMentioned('gone', [wei])).toEqual([]);
  });

  it('is marked by its longest name', () => {
    expect(piecesOf('Ask @Wei Zhang.', [short, wei])).toEqual([
      { text: 'Ask ', isMention: false },
      { text: '@Wei Zhang', isMention: true },
      { text: '.', isMention: false },
    ]);
  });
});
