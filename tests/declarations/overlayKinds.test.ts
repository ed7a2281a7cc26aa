/** New fields whose type has settings of its own. */
import { expect, it } from 'vitest';
import { type Change, checkOverlay } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations } from './realModel.ts';

const title = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const check = (changes: readonly Change[]) => checkOverlay(realDeclarations().set, changes, compiledOnce);
const field = (name: string, more: object): Change =>
  ({ kind: 'field', name, title: title('Own'), ...more }) as Change;

it('gives a field of several choices its own list, and a numbered field its pattern', () => {
  const items = ['Door', 'Hood'].map((name) => ({ name, title: title(name) }));
  const { findings, compilation } = check([
    field('product.OwnParts', { type: 'choices', choices: items, maxItems: 2 }),
    field('product.OwnNumber', { type: 'sequence', sequence: 'P-{year}-{number:4}' }),
  ]);
  expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
  const fields = compilation.model.entities.get('product')?.fieldByPath;
  expect(fields?.get('OwnParts')).toMatchObject({
    ...{ kind: 'choices', lookup: 'product-own-parts', default: [], limits: { maxItems: 2 } },
    schema: { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['Door', 'Hood'] } },
  });
  expect(fields?.get('OwnNumber')).toMatchObject({
    ...{ kind: 'sequence', readOnly: true, required: false },
    sequence: { within: [], given: false },
  });
});

it.each([
  ['P-{year}', 'sequence.no-number'],
  ['P-{number', 'sequence.brace'],
  ['P-{day}-{number}', 'sequence.unknown-part'],
  ['{number}-{number}', 'sequence.two-numbers'],
  ['{year}{number:5}', 'sequence.touching'],
  ['2026{number}', 'sequence.touching'],
  ['P-{number:13}', 'sequence.digits'],
  ['P-{Nowhere}-{number}', 'sequence-field'],
  ['P-{Description}-{number}', 'sequence-field'],
])('refuses the number pattern %s, once and at its input', (sequence, code) => {
  const { findings } = check([field('product.OwnNumber', { type: 'sequence', sequence })]);
  const errors = findings.filter(({ level }) => level === 'error');
  expect(errors.map((one) => [one.code, one.at])).toEqual([[code, '/sequence']]);
});
