import { describe, expect, it } from 'vitest';
import {
  type Change,
  checkOverlay,
  classifyEffects,
  countsNeeded,
  describeChanges,
  formatMessage,
  hasMessage,
  type Model,
  type OverlayFinding,
} from '#engine';
import { inspection } from '../support/inspection.ts';
import { compiledOnce } from '../support/parseOnce.ts';
import { realDeclarations, realModel } from './realModel.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const check = (changes: readonly Change[]) => checkOverlay(realDeclarations().set, changes, compiledOnce);

/** The shipped declarations with an overlay, compiled as if its changes were written in the files. */
function modelWith(changes: readonly Change[]): Model {
  const { findings, compilation } = check(changes);
  expect(findings).toEqual([]);
  return compilation.model;
}

const codesOf = (changes: readonly Change[]) =>
  check(changes).findings.map(({ code, at }) => `${code} ${at}`);
const field = (name: string, more: object = {}): Change =>
  ({ kind: 'field', name, type: 'text', title: texts(name), ...more }) as Change;

describe('an overlay over the shipped declarations', () => {
  const model = modelWith(inspection);
  const product = model.entities.get('product');

  it('adds fields that are like those of the files', () => {
    expect(product?.fieldByPath.get('InspectionFee')).toMatchObject({
      kind: 'money',
      scale: 2,
      storage: 'decimal',
      overlay: 'field/product.InspectionFee',
    });
    expect(product?.rules.state.filter(({ id }) => id.startsWith('product.InspectionFee.'))).toMatchObject([
      { slot: 'relevant', fields: ['InspectionFee'], overlay: 'field/product.InspectionFee' },
      { slot: 'required', fields: ['InspectionFee'] },
    ]);
  });

  it('gives a field of each kind that people type in their own way', () => {
    const types = ['time', 'duration', 'email', 'phone', 'link', 'place', 'signature'];
    const added = types.map((type) => field(`product.Own${type}`, { type }));
    const { findings, compilation } = check(added);
    // They stand on no form yet, which is no more than a warning.
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
    const fields = compilation.model.entities.get('product')?.fieldByPath;
    expect(types.map((type) => fields?.get(`Own${type}`)?.kind)).toEqual(types);
  });

  it('adds texts in both languages', () => {
    expect(model.messages['en-CA'].get('field.product.InspectionFee')).toBe('Inspection fee');
    expect(model.messages['fr-CA'].get('field.product.InspectionFee')).toBe('Frais d’inspection');
    expect(model.messages['fr-CA'].get('help.product.InspectionFee')).toBe(
      'Facturés une fois, avant la vente.',
    );
  });

  it('makes them writable in the calls that list their fields, and in those of their forms', () => {
    const update = model.routes.find(({ method, path }) => method === 'PUT' && path === '/product');
    expect(update?.fields).toEqual(expect.arrayContaining(['Name', 'InspectionFee', 'InspectionRequired']));
    const settings = model.routes.find(({ path }) => path === '/product/{id}/othersettings');
    expect(settings?.fields).not.toContain('InspectionFee');
  });

  it('leaves the shipped declarations unchanged', () => {
    expect(realModel().entities.get('product')?.fieldByPath.has('InspectionFee')).toBe(false);
  });

  it('is described in words, in both languages', () => {
    const [first] = describeChanges([], inspection.slice(1, 2), { model, locale: 'en-CA' });
    expect(first).toBe('Added: field “Inspection fee” of Product');
    const higher = inspection.slice(1, 2).map((change) => ({ ...change, maximum: 500 }) as Change);
    const french = describeChanges(inspection.slice(1, 2), higher, { model, locale: 'fr-CA' });
    expect(french).toEqual([
      `Modification\u00a0: champ «\u00a0Frais d’inspection\u00a0» de Produit (maximum\u00a0: 100\u00a0000 → 500)`,
    ]);
  });

  it('a moved column follows another one, named by its title', () => {
    const column = inspection.find((change) => change.kind === 'place' && change.as === 'column') as Change;
    const [from, to] = ['ModifiedDate', 'Brand.Name'].map((after) => ({ ...column, after }) as Change);
    const said = describeChanges([from as Change], [to as Change], { model, locale: 'en-CA' });
    expect(said).toEqual(['Changed: column “Inspection fee” of Products: after from Modified to Brand']);
  });

  it('reports what its publication does to stored records', () => {
    const required = modelWith([field('product.Grade', { required: true }), ...placedOnForm('Grade')]);
    const counts = countsNeeded(realModel(), required);
    expect(counts).toMatchObject([{ entity: 'product', kind: 'all', field: 'Grade' }]);
    const effects = classifyEffects(counts, { [counts[0]?.key ?? '']: 12 }, required);
    expect(effects).toMatchObject([{ verdict: 'Refused', code: 'effect.required-empty', count: 12 }]);
    expect(classifyEffects(counts, {}, required)).toEqual([]);
  });
});

const placedOnForm = (name: string): readonly Change[] => [
  {
    kind: 'place',
    name: `product-create.general.item.${name}`,
    screen: 'product-create',
    block: 'general',
    as: 'item',
    field: name,
  },
];

/** A field X0, X1, … on the form for each type, with its expression. */
const computedFields = (all: readonly (readonly [string, string])[]): readonly Change[] =>
  all.flatMap(([type, value], at) => [
    field(`product.X${at}`, { type, computed: { value } }),
    ...placedOnForm(`X${at}`),
  ]);

describe('every kind of change', () => {
  const model = modelWith([
    { kind: 'feature', name: 'Visit.Approve', title: texts('Approve visits', 'Approuver les visites') },
    { kind: 'role', name: 'viewer', add: ['Visit.Approve'], remove: ['Product.Menu'] },
    { kind: 'role', name: 'manager', add: ['Product.General.EditActive'] },
    { kind: 'role', name: 'inspector', title: texts('Inspector', 'Inspecteur'), add: ['Visit.Approve'] },
    { kind: 'message', name: 'ui.save', text: texts('Store', 'Conserver') },
    { kind: 'lookup', name: 'product-type-category.Maintenance', remove: true, was: {} },
    { kind: 'lookup', name: 'province.XX', title: texts('Elsewhere', 'Ailleurs'), id: 99 },
    {
      kind: 'entity',
      name: 'site-visit',
      title: texts('Site visit', 'Visite'),
      plural: texts('Site visits', 'Visites'),
    },
    field('site-visit.Grade', { type: 'choice', choices: [{ name: 'Good', title: texts('Good', 'Bien') }] }),
    field('site-visit.ProductId', { type: 'reference', reference: 'product' }),
    field('site-visit.Steps', {
      type: 'rows',
      fields: [{ name: 'Step', type: 'text', title: texts('Step', 'Étape') }],
    }),
    ...['Grade', 'ProductId', 'Steps'].map(
      (name): Change => ({
        kind: 'place',
        name: `site-visit-create.form.item.${name}`,
        screen: 'site-visit-create',
        block: 'form',
        as: 'item',
        field: name,
      }),
    ),
    {
      kind: 'adjust',
      name: 'field.product.Code',
      title: texts('Number', 'Numéro'),
      maxLength: 20,
      was: { maxLength: 256 },
    },
    { kind: 'adjust', name: 'field.product.IsStackable', hidden: true, was: {} },
    {
      kind: 'adjust',
      name: 'section.product-create.general.sale',
      title: texts('Dates', 'Dates'),
      after: '',
      was: {},
    },
    {
      kind: 'adjust',
      name: 'column.products.products.Brand.Name',
      width: 200,
      after: '',
      was: { width: 140 },
    },
  ]);

  it('permissions and roles', () => {
    const viewer = model.roles.get('viewer')?.features;
    expect(viewer).toContain('Visit.Approve');
    expect(viewer).not.toContain('Product.Menu');
    expect(model.roles.get('manager')?.features).toContain('Product.General.EditActive');
    expect(model.roles.get('manager')?.features).not.toContain('Product.SuperUser.RefreshCache');
    expect(model.roles.get('inspector')?.features).toEqual(['Visit.Approve']);
    expect(formatMessage(model, 'fr-CA', 'role.inspector')).toBe('Inspecteur');
  });

  it('texts and items of lists', () => {
    expect(formatMessage(model, 'fr-CA', 'ui.save')).toBe('Conserver');
    expect(model.lookups.get('province')?.items.at(-1)).toMatchObject({ Id: 99, Name: 'XX' });
    expect(model.lookups.get('product-type-category')?.items.map(({ Id }) => Id)).not.toContain(8);
  });

  it('a new entity with paths, permissions, screens and a menu entry', () => {
    const visit = model.entities.get('site-visit');
    expect(visit?.fields.map(({ kind, name }) => `${name} ${kind}`)).toEqual(
      expect.arrayContaining(['Name text', 'Grade choice', 'ProductId reference', 'Steps rows']),
    );
    expect(visit?.policy.create).toEqual({ kind: 'feature', anyOf: ['Custom.SiteVisit.Edit'] });
    expect(model.routes.filter(({ path }) => path.startsWith('/custom/site-visit'))).toHaveLength(5);
    expect(model.menu.find(({ id }) => id === 'custom')?.screens.map(({ route }) => route)).toEqual([
      '/custom/site-visit',
    ]);
    expect(model.roles.get('admin')?.features).toContain('Custom.SiteVisit.View');
  });

  it('shipped fields, sections and columns changed', () => {
    expect(model.entities.get('product')?.fieldByPath.get('Code')?.limits.maxLength).toBe(20);
    expect(formatMessage(model, 'fr-CA', 'field.product.Code')).toBe('Numéro');
    const form = model.screens.get('product-create')?.blocks[0];
    const sections = form?.kind === 'form' ? form.sections : [];
    expect(sections.map(({ id }) => id)).toEqual(['sale', 'identity']);
    expect(sections.flatMap(({ items }) => items.map((item) => item.field))).not.toContain('IsStackable');
    const grid = model.screens.get('products')?.blocks[0];
    expect(grid?.kind === 'grid' && grid.columns[0]).toMatchObject({ path: 'Brand.Name', width: 200 });
  });
});

describe('mistakes are reported at their change', () => {
  it('names that are taken or reserved', () => {
    expect(codesOf([field('product.Name')])).toContain('field-exists /name');
    expect(codesOf([field('product.BRAND')])).toContain('field-exists /name');
    expect(codesOf([field('product.REVISION')])).toContain('reserved /name');
    expect(codesOf([field('product.Fee'), field('product.FEE')])).toContain('field-exists /name');
    expect(codesOf([field('nothing.Fee')])).toContain('no-entity /name');
  });

  it('contradictory values', () => {
    expect(codesOf([field('product.X', { minLength: 5, maxLength: 2 })])).toContain(
      'limits-crossed /minLength',
    );
    expect(codesOf([field('product.X', { choices: [{ name: 'A', title: texts('A') }] })])).toContain(
      'not-for-type /choices',
    );
    expect(codesOf([field('product.X', { type: 'choice' })])).toContain('choice-list /choices');
    expect(codesOf([field('product.X', { type: 'reference', reference: 'nothing' })])).toContain(
      'no-entity /reference',
    );
    expect(codesOf([field('product.X', { colour: 'red' })])).toEqual(['shape.unknown ']);
  });

  it('a default that breaks its own limits, or a rule', () => {
    const number = field('product.X', { type: 'integer', maximum: 5, default: 9 });
    expect(codesOf([number, ...placedOnForm('X')])).toEqual(['default-invalid /default']);
    const rule: Change = {
      kind: 'rule',
      name: 'product.small',
      check: 'X < 3',
      at: ['X'],
      message: texts('Small.'),
    };
    const fitting = field('product.X', { type: 'integer', maximum: 5, default: 4 });
    expect(codesOf([fitting, rule, ...placedOnForm('X')])).toEqual(['default-breaks /default']);
  });

  it('computed fields that need each other', () => {
    const computed = (name: string, value: string) => field(name, { type: 'integer', computed: { value } });
    expect(codesOf([computed('product.A', 'B + 1'), computed('product.B', 'A + 1')])).toContain(
      'cycle /computed',
    );
  });

  it('an expression with a result of another type than its field', () => {
    const wrong = [
      ['a text in an amount', 'money', "Name & 'x'"],
      ['yes or no in an amount', 'money', 'IsPromotion'],
      ['a number in a text', 'text', '1 + 1'],
      ['a list in a number', 'integer', 'PpmIntervals'],
      ['a number in yes or no', 'boolean', '1 + 1'],
      ['a number in a day', 'date', '1 + 1'],
    ] as const;
    const { findings } = check(computedFields(wrong.map(([, type, value]) => [type, value])));
    expect(findings).toHaveLength(wrong.length);
    for (const [at, [title]] of wrong.entries()) {
      const finding = findings.find(({ change }) => change?.name === `product.X${at}`);
      expect(finding, title).toMatchObject({ code: 'expression-gives', at: '/computed', level: 'error' });
      const { wants, gives } = (finding as OverlayFinding).params;
      expect([wants, gives], title).toEqual([expect.any(Object), expect.any(Object)]);
    }
  });

  it('valid changes have none', () => {
    const fitting = [
      ['money', '1.005 * 100'],
      ['text', "Name & 'x'"],
      ['date', '$today'],
      ['boolean', 'IsPromotion'],
    ] as const;
    expect(codesOf(computedFields(fitting))).toEqual([]);
  });

  it('a condition that hides the field it reads', () => {
    const hides = (name: string, visible: string) => field(name, { type: 'integer', visible });
    expect(codesOf([hides('product.A', 'A > 1'), ...placedOnForm('A')])).toEqual(['self-hiding /visible']);
    expect(codesOf([hides('product.A', '$has(A)'), ...placedOnForm('A')])).toEqual(['self-hiding /visible']);
    const rule: Change = { kind: 'rule', name: 'product.hides', field: 'B', relevant: 'B > 1' };
    expect(codesOf([field('product.B', { type: 'integer' }), rule, ...placedOnForm('B')])).toEqual([
      'self-hiding /relevant',
    ]);
  });

  it('cyclic conditions, through computed fields too', () => {
    const whole = (name: string, more: object) => field(name, { type: 'integer', ...more });
    const places = ['A', 'B', 'C'].flatMap(placedOnForm);
    const three = [
      whole('product.A', { visible: 'B > 1' }),
      whole('product.B', { visible: 'C > 1' }),
      whole('product.C', { visible: 'A > 1' }),
    ];
    expect(codesOf([...three, ...places])).toEqual(['hiding-circle /visible']);
    const computed = [
      whole('product.A', { visible: 'B > 1' }),
      whole('product.B', { computed: { value: 'A + 1' } }),
    ];
    expect(codesOf([...computed, ...['A', 'B'].flatMap(placedOnForm)])).toEqual(['hiding-circle /visible']);
    const straight = [whole('product.A', {}), whole('product.B', { visible: 'A > 1' })];
    expect(codesOf([...straight, ...['A', 'B'].flatMap(placedOnForm)])).toEqual([]);
  });

  it('expressions, at their slot, with a reason in both languages', () => {
    const [finding] = check([field('product.X', { visible: 'Nothing = 1' }), ...placedOnForm('X')]).findings;
    expect(finding).toMatchObject({
      change: { kind: 'field', name: 'product.X' },
      at: '/visible',
      code: 'expression',
    });
    expect((finding as OverlayFinding).params.reason).toMatchObject({
      'fr-CA': expect.stringContaining('Nothing'),
    });
  });

  it('examples that do not hold', () => {
    const wrong = inspection.map((change) =>
      change.kind === 'rule'
        ? { ...change, examples: change.examples?.map((one) => ({ ...one, holds: !one.holds })) }
        : change,
    );
    expect(codesOf(wrong as Change[])).toEqual([
      'example-accepted /examples/0',
      'example-refused /examples/1',
    ]);
  });

  it('shipped rules and limits that would become looser', () => {
    expect(codesOf([{ kind: 'rule', name: 'product.end-in-future', off: true }])).toEqual([
      'rule-closed /name',
    ]);
    expect(codesOf([{ kind: 'adjust', name: 'field.product.Code', maxLength: 999, was: {} }])).toEqual([
      'loosens /maxLength',
    ]);
    expect(codesOf([{ kind: 'adjust', name: 'field.product.Name', hidden: true, was: {} }])).toEqual([
      'hides-required /hidden',
    ]);
    const hiding: Change = { kind: 'rule', name: 'product.hides', field: 'Name', relevant: 'IsPromotion' };
    expect(codesOf([hiding])).toEqual(['loosens-required /relevant']);
  });

  it('every code has a text in both languages', () => {
    const model = realModel();
    const codes = [
      'twice',
      'shape.kind',
      'file.shape.missing',
      'file-not-json',
      'effect.doubles',
      'difference.added',
      'cycle',
      'loosens',
    ];
    for (const code of codes)
      for (const locale of ['en-CA', 'fr-CA'] as const)
        expect(hasMessage(model, locale, `overlay.${code}`)).toBe(true);
  });
});
