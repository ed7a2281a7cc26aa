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

it('compares two versions of a change by member, in both languages; equal members are omitted', () => {
  const [mine, theirs] = [rule('error', 'Too much.', 'Four'), rule('warning', 'Too high.', 'Three')];
  expect(describeConflict(mine as never, theirs as never, saying)).toEqual([
    { name: 'level', title: 'level', mine: 'error', theirs: 'warning' },
    { name: 'message', title: 'message', mine: '“Too much.” / “Trop.”', theirs: '“Too high.” / “Trop.”' },
    { name: 'examples', title: 'examples', mine: 'Four', theirs: 'Three' },
  ]);
});

it('when one side removed it, shows all of the other', () => {
  const words = describeConflict(null, { kind: 'message', name: 'ui.save', text: 'Keep' } as never, saying);
  expect(words).toEqual([{ name: 'text', title: 'text', mine: '', theirs: 'Keep' }]);
});
