/** Forms that cannot be used to create or save, or have ambiguous labels, are found statically. */
import { describe, expect, it } from 'vitest';
import { findingsOf } from './testDeclarations.ts';

type Parts = {
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly rules?: readonly object[];
  readonly policy?: object;
  readonly items?: readonly unknown[];
  readonly sections?: readonly object[];
  readonly save?: object;
  readonly messages?: object;
};

const files = ({ properties = {}, required = ['Name'], rules = [], ...more }: Parts) => ({
  'schemas/area/thing/entity.json': {
    $id: 'thing',
    title: 'Thing',
    'x-plural': 'Things',
    type: 'object',
    required,
    properties: {
      Name: { type: 'string', maxLength: 20, title: 'Name' },
      Code: { type: 'string', maxLength: 20, title: 'Code' },
      ...properties,
    },
  },
  'schemas/area/thing/behaviour.json': {
    for: 'thing',
    policy: { view: 'Thing.View', write: 'Thing.Edit', ...more.policy },
    rules,
  },
  'schemas/area/thing/api.json': {
    for: 'thing',
    routes: [{ route: 'POST /thing', operation: 'create' }],
  },
  'screens/area/thing-create.json': {
    id: 'thing-create',
    route: '/things/new',
    access: 'login',
    title: 'thing.new',
    blocks: [
      {
        kind: 'form',
        id: 'new',
        entity: 'thing',
        sections: more.sections ?? [{ id: 'all', items: more.items ?? ['Name', 'Code'] }],
        save: { label: 'thing.save', route: 'POST /thing', ...more.save },
      },
    ],
  },
  ...Object.fromEntries(
    ['en-CA', 'fr-CA'].map((locale) => [
      `schemas/messages/${locale}/all.json`,
      { messages: { 'thing.new': 'New', 'thing.save': 'Save', 'thing.no': 'No.', ...more.messages } },
    ]),
  ),
});

const codesOf = (parts: Parts, severity: 'error' | 'warning' = 'error') => [
  ...new Set(findingsOf(files(parts), severity).flatMap(({ code }) => code ?? [])),
];
const rule = (more: object) => ({ id: 'thing.rule', message: 'thing.no', ...more });

it('a complete form has no findings', () => {
  expect(codesOf({})).toEqual([]);
  expect(codesOf({ items: ['Name'] })).toEqual([]);
});

describe('a required field on no create form', () => {
  it('is found', () => expect(codesOf({ items: ['Code'] })).toContain('needed-off-form'));
  it.each([
    ['its default', { properties: { Name: { type: 'string', title: 'Name', maxLength: 9, default: 'x' } } }],
    ['a rule', { rules: [{ id: 'thing.name', set: 'Name', value: "'x'" }] }],
  ] as const)('is given by %s', (_, more) =>
    expect(codesOf({ items: ['Code'], ...more })).not.toContain('needed-off-form'),
  );
});

describe('a required field that never shows on a create form', () => {
  const shown = (visible: string) => ({ items: [{ field: 'Name', visible }, 'Code'] });
  it.each(['false', '1 = 2', '$has(Name)', "$action = 'update'", "Name = 'x'"])('%s', (visible) => {
    expect(codesOf(shown(visible))).toContain('needed-off-form');
    const sections = [{ id: 'all', visible, items: ['Name', 'Code'] }];
    expect(codesOf({ sections })).toContain('needed-off-form');
  });
  it.each(['true', '$has(Code)', "$user.UserName = 'x'", '$not($has(Name))'])('unless %s', (visible) =>
    expect(codesOf(shown(visible))).not.toContain('needed-off-form'),
  );
});

describe('a form that nobody can submit is reported', () => {
  it.each([
    ['saved by nobody', { save: { access: 'nobody' } }],
    ['created by nobody', { policy: { create: 'nobody' } }],
    ['with a field that nobody writes', { policy: { fields: { Name: { write: 'nobody' } } } }],
  ])('%s', (_, more) => expect(codesOf(more)).toContain('form-unsavable'));
});

describe('a rule that no create can satisfy is reported', () => {
  it.each([
    ['never true', { check: 'false' }],
    ['never true on create', { check: "$action != 'create'" }],
    ['true of what was before only', { check: '$has($previous.Name)' }],
    ['when it is always looked at', { check: '1 > 2', when: 'true' }],
  ])('%s', (_, more) => expect(codesOf({ rules: [rule(more)] })).toContain('forbids-creation'));
  it.each([
    ['it depends on the record', { check: "Name = 'x'" }],
    ['it is looked at later', { check: 'false', on: ['update'] }],
    ['it only warns', { check: 'false', level: 'warning' }],
    ['it is never looked at', { check: 'false', when: "$action = 'update'" }],
  ])('unless %s', (_, more) => expect(codesOf({ rules: [rule(more)] })).not.toContain('forbids-creation'));
  it('also for a required field that is always locked', () => {
    const locked = [{ id: 'thing.locked', field: 'Name', editable: 'false' }];
    expect(codesOf({ rules: locked })).toContain('needed-locked');
    expect(codesOf({ rules: [{ ...locked[0], field: 'Code' }] })).not.toContain('needed-locked');
  });
});

it.each(['', '   ', '\u00a0', '\u200b\u2060'])('a blank name (%j) is reported', (text) =>
  expect(codesOf({ messages: { 'thing.save': text } })).toContain('text-blank'),
);

it.each(['\u202eevaS', 'Sa\u2066ve', 'Save\u200f', 'Sa\u0007ve'])(
  'hidden characters in a text (%j) are reported',
  (text) => expect(codesOf({ messages: { 'thing.save': text } }, 'warning')).toContain('text-hidden'),
);

it('two fields of one section with the same label are reported, ignoring case', () => {
  const twin = { properties: { Code: { type: 'string', maxLength: 9, title: 'name ' } } };
  expect(codesOf(twin, 'warning')).toContain('twin-labels');
  expect(codesOf({ ...twin, items: ['Name'] }, 'warning')).not.toContain('twin-labels');
});
