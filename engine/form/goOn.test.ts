import { describe, expect, it } from 'vitest';
import { entityOf, testModel } from '../model/testModel.ts';
import type { DataRecord, FieldModel } from '../types/modelTypes.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { createForm } from './createForm.ts';
import { context, id } from './testForm.ts';
import type { FormState } from './types.ts';

type Properties = Readonly<Record<string, object>>;
type Declared = { readonly top?: Properties; readonly row?: Properties; readonly rules?: readonly object[] };

/** What a release may remove: each kind, with what is typed into it and what is lost. */
const removals: Readonly<
  Record<string, Declared & { readonly typed: DataRecord; readonly lost: unknown[] }>
> = {
  'a text field': { top: { Gone: { type: 'string' } }, typed: { '/Gone': 'x' }, lost: ['x'] },
  'a field with rules, that others read': {
    top: { Gone: { type: 'string' } },
    rules: [
      { id: 'r', field: 'Kept', required: "Gone = 'x'" },
      { id: 'c', check: "Gone != 'y' or $not($has(Kept))", at: ['Gone'], message: 'm' },
    ],
    typed: { '/Gone': 'y' },
    lost: ['y'],
  },
  'a reference, with the entity it refers to': {
    top: { GoneId: { 'x-ref': 'gone', 'x-expand': { as: 'Gone', fields: ['Id', 'Name'] } } },
    typed: { '/GoneId': id(9) },
    lost: [id(9)],
  },
  'a list of references': {
    top: { Gone: { type: 'array', items: { 'x-ref': 'gone' } } },
    typed: { '/Gone': [{ Id: id(9), Name: 'G' }] },
    lost: [[{ Id: id(9), Name: 'G' }]],
  },
  'a choice, with its lookup': {
    top: { Gone: { type: 'integer', 'x-lookup': 'gone-list' } },
    typed: { '/Gone': 1 },
    lost: [1],
  },
  'a column of rows': { row: { Gone: { type: 'string' } }, typed: { '/Lines/0/Gone': 'x' }, lost: ['x'] },
  'rows, with all in them': {
    top: { Gone: { type: 'array', items: { type: 'object', properties: { Name: { type: 'string' } } } } },
    typed: { '/Gone': [{ Name: 'x' }] },
    lost: [[{ Name: 'x' }]],
  },
  'an object': {
    top: { Gone: { type: 'object', properties: { Name: { type: 'string' } } } },
    typed: { '/Gone/Name': 'x' },
    lost: [{ Name: 'x' }],
  },
};

/** The server's answer: only the declared fields. */
const storedUnder = ({ row }: Declared): DataRecord => ({
  Id: id(1),
  Revision: 2,
  Kept: 'k',
  Lines: [{ Name: 'one', ...(row ? { Gone: 'old' } : {}) }],
});

function formUnder(declared: Declared, continues?: FormState): FormState {
  const { top = {}, row = {}, rules = [] } = declared;
  const hasGone = JSON.stringify(top).includes('"gone');
  const model = testModel(
    {
      ...(hasGone ? { gone: { entity: { properties: { Name: { type: 'string' } } } } } : {}),
      order: {
        entity: {
          properties: {
            Kept: { type: 'string' },
            Lines: {
              type: 'array',
              items: { type: 'object', properties: { Name: { type: 'string' }, ...row } },
            },
            ...top,
          },
        },
        behaviour: { rules, policy: { view: 'login', write: 'login' } },
      },
    },
    hasGone ? { 'gone-list': [{ Id: 1, Name: 'One' }] } : {},
  );
  return createForm({
    entity: entityOf(model, 'order'),
    record: continues?.stored() ?? storedUnder(declared),
    isNew: false,
    context: { ...context, model },
    validators: compileValidators(model),
    continues,
  });
}

function pathsOf(fields: readonly FieldModel[], base = ''): readonly string[] {
  return fields.flatMap(({ name, kind, fields: inner = [] }) => {
    const path = `${base}/${name}`;
    return [path, ...pathsOf(inner, kind === 'rows' ? `${path}/0` : path)];
  });
}

describe('a release removes something under an open form', () => {
  for (const [what, { typed, lost, ...declared }] of Object.entries(removals)) {
    it(`${what}: the form continues, keeps other input and reports what is gone`, () => {
      const before = formUnder(declared);
      before.change('/Kept', 'typed');
      before.touch('/Kept');
      before.change('/Lines/0/Name', 'other');
      for (const [path, value] of Object.entries(typed)) before.change(path, value);
      before.submit();
      const form = formUnder({}, before);
      before.destroy();
      for (const path of pathsOf(before.entity.fields)) {
        const isGone = path.includes('Gone');
        expect(form.view(path).visible, path).toBe(!isGone);
        form.subscribe(path, () => {})();
        form.touch(path);
        if (isGone) form.change(path, 'late');
        expect(() => form.explain(path, 'r'), path).not.toThrow();
      }
      expect(form.lost().map(({ value }) => value)).toEqual(lost);
      expect(form.lost().map(({ field }) => field.name)[0]).toMatch(/^Gone/);
      expect(form.view('/Kept')).toMatchObject({ value: 'typed', touched: true });
      expect(form.status().dirty).toBe(true);
      expect(JSON.stringify([form.record(), form.stored()])).not.toContain('Gone');
      const saved = form.submit();
      expect(saved).toMatchObject({ kind: 'ready', payload: { Kept: 'typed', Lines: [{ Name: 'other' }] } });
      expect(JSON.stringify(saved)).not.toContain('Gone');
      expect(form.status().errorCount).toBe(0);
    });

    it(`${what}: nothing entered, nothing lost; restored, it is empty and works`, () => {
      const form = formUnder(declared, formUnder({}, formUnder(declared)));
      expect(form.lost()).toEqual([]);
      expect(form.status().dirty).toBe(false);
      for (const [path, value] of Object.entries(typed)) form.change(path, value);
      expect(form.status().dirty).toBe(true);
    });
  }

  it('a path that never existed remains an error', () => {
    const form = formUnder({}, formUnder({ top: { Gone: { type: 'string' } } }));
    expect(() => form.view('/Nowhere')).toThrow('has no field at /Nowhere');
  });
});
