/** Public forms as changes: what the configurator says about one that nobody could answer, or that tells too much. */
import { describe, expect, it } from 'vitest';
import { type Change, checkOverlay, isOfferable } from '#engine';
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations } from './realModel.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const base: readonly Change[] = [
  { kind: 'entity', name: 'ask', title: texts('Ask'), plural: texts('Asks'), label: texts('Name') },
  { kind: 'field', name: 'ask.Email', type: 'email', title: texts('Email') },
  { kind: 'field', name: 'ask.Code', type: 'text', title: texts('Code'), unique: true },
  { kind: 'field', name: 'ask.Source', type: 'text', title: texts('Source') },
  { kind: 'field', name: 'ask.Who', type: 'person', title: texts('Who') },
  {
    kind: 'field',
    name: 'ask.BrandId',
    type: 'reference',
    reference: 'brand',
    title: texts('Brand'),
    show: ['Name'],
  },
] as readonly Change[];

const form = (words: object): Change =>
  ({
    ...{
      kind: 'publicForm',
      name: 'ask.form',
      address: 'ask',
      title: texts('Ask us'),
      thanks: texts('Thanks'),
    },
    fields: [{ field: 'Name' }, { field: 'Email' }],
    ...words,
  }) as Change;

const check = (...forms: readonly Change[]) =>
  checkOverlay(realDeclarations().set, [...base, ...forms], compiledOnce);

const codesOf = (...forms: readonly Change[]) =>
  check(...forms)
    .findings.filter(({ change }) => change?.kind === 'publicForm')
    .map(({ code, at, level }) => [code, at, level]);

describe('a public form in a draft', () => {
  it('becomes part of the model with its defaults', () => {
    const { compilation } = check(form({}));
    expect(codesOf(form({}))).toEqual([]);
    const [made] = compilation.model.entities.get('ask')?.publicForms ?? [];
    expect(made).toMatchObject({
      address: 'ask',
      mostPerDay: 500,
      languages: ['en-CA', 'fr-CA'],
      off: false,
    });
  });

  it.each<[string, object, string]>([
    ['a field that does not exist', { fields: [{ field: 'Name' }, { field: 'Nowhere' }] }, 'no-field'],
    ['a person', { fields: [{ field: 'Name' }, { field: 'Who' }] }, 'form-field'],
    ['bookkeeping', { fields: [{ field: 'Name' }, { field: 'CreatedBy' }] }, 'form-field'],
    ['no required field', { fields: [{ field: 'Email' }] }, 'form-needs'],
    [
      'a condition of a field that refers to nothing',
      { fields: [{ field: 'Name', where: 'true' }] },
      'form-where',
    ],
    [
      'a reference that offers nothing',
      { fields: [{ field: 'Name' }, { field: 'BrandId' }] },
      'form-offers-nothing',
    ],
    ['a unique value', { fields: [{ field: 'Name' }, { field: 'Code' }] }, 'form-unique'],
    ['a value both offered and set', { set: { Email: "'a@example.com'" } }, 'form-set-offered'],
    ['a value of bookkeeping', { set: { CreatedBy: "'me'" } }, 'form-set'],
    [
      'a confirmation to a name',
      { confirm: { to: 'Name', subject: texts('S'), text: texts('T') } },
      'form-mail',
    ],
    [
      'a template of nothing',
      { confirm: { to: 'Email', subject: texts('{{ Nix }}'), text: texts('T') } },
      'form-template',
    ],
    ['a link to a field that is not offered', { link: { fields: ['Source'] } }, 'form-link'],
    ['a role that does not exist', { notify: { roles: ['nobody-has-it'] } }, 'form-role'],
    ['days in the wrong order', { from: '2027-02-01', until: '2027-01-01' }, 'form-days'],
  ])('is told of %s', (_, words, code) => {
    expect(codesOf(form(words)).map(([found]) => found)).toContain(code);
  });

  it('is told of a rule that no answer can pass, until it sets what the rule reads', () => {
    const rule = {
      kind: 'rule',
      name: 'ask.web',
      at: ['Source'],
      check: "Source = 'web'",
      message: texts('No'),
    };
    const codes = (words: object) => codesOf(form(words), rule as unknown as Change).map(([code]) => code);
    expect(codes({})).toContain('form-rule');
    expect(codes({ set: { Source: "'web'" } })).not.toContain('form-rule');
    expect(codes({ fields: [{ field: 'Name' }, { field: 'Source' }] })).not.toContain('form-rule');
  });

  it('is told of an address that another form has', () => {
    expect(codesOf(form({}), form({ name: 'ask.other' })).map(([code]) => code)).toEqual(['form-address']);
  });
});

it('offers no state of a workflow, no bookkeeping and no person, whatever the entity', () => {
  const { entities } = check().compilation.model;
  for (const { id, fields, workflow } of entities.values())
    for (const field of fields) {
      const isClosed =
        field.name === workflow?.field || field.readOnly || field.kind === 'person' || !field.stored;
      if (isClosed) expect(isOfferable(field, workflow?.field), `${id}.${field.name}`).toBe(false);
    }
});
