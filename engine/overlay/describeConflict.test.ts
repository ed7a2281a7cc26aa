import { expect, it } from 'vitest';
import { describeConflict } from './describeUpgrade.ts';

const messages = { 'en-CA': new Map(), 'fr-CA': new Map() };
const saying = { model: { messages, screens: new Map(), entities: new Map() }, locale: 'en-CA' } as never;
const rule = (level: string, message: string, example: string) => ({
  kind: 'rule',
  name: 'product.fee',
  check: 'Fee < 5',
  level,
  message: { 'en-CA': message, 'fr-CA': 'Trop.' },
  examples: [{ title: example, record: {}, holds: true }],
});

it('two versions of one change are told apart word by word, in both languages; what is the same is left out', () => {
  const [mine, theirs] = [rule('error', 'Too much.', 'Four'), rule('warning', 'Too high.', 'Three')];
  expect(describeConflict(mine as never, theirs as never, saying)).toEqual([
    { name: 'level', title: 'level', mine: 'error', theirs: 'warning' },
    { name: 'message', title: 'message', mine: '“Too much.” / “Trop.”', theirs: '“Too high.” / “Trop.”' },
    { name: 'examples', title: 'examples', mine: 'Four', theirs: 'Three' },
  ]);
});

it('where one side has taken it away, the other says all it says', () => {
  const words = describeConflict(null, { kind: 'message', name: 'ui.save', text: 'Keep' } as never, saying);
  expect(words).toEqual([{ name: 'text', title: 'text', mine: '', theirs: 'Keep' }]);
});
