import { describe, expect, it } from 'vitest';
import { type CaseModel, createForm, type DataRecord, formatMessage, matches } from '#engine';
import { plain } from './plain.ts';
import { realModel } from './realModel.ts';
import { isForEngine, validatorsOf } from './replayInEngine.ts';
import { formOf, isForForm, replayInForm } from './replayInForm.ts';

/**
 * A form prevents mistakes that an API call is refused for: choosing a group selects its brand. Tested
 * separately, below.
 */
const setRight = new Set(['product.group-of-brand']);

for (const entity of realModel().entities.values()) {
  const examples = entity.cases.filter(
    (one) =>
      isForEngine(entity, one) && isForForm(one) && !one.expect.rules?.some((rule) => setRight.has(rule)),
  );
  if (examples.length > 0)
    describe(`${entity.id}, typed into a form`, () => {
      for (const example of examples)
        it(`${example.title} (${example.operation})`, () => {
          const { expect: expected } = example;
          const verdict = replayInForm(realModel(), entity, example);
          expect(verdict, verdict.rules.join()).toMatchObject({ accepted: expected.accepted });
          expect(verdict.rules).toEqual(expect.arrayContaining([...(expected.rules ?? [])]));
          expect(verdict.at).toEqual(expect.arrayContaining([...(expected.at ?? [])]));
          expect(plain(verdict.record)).toMatchObject(plain(expected.values));
        });
    });
}

describe('the configuration of a product', () => {
  const model = realModel();
  const refused = [...model.entities.values()]
    .filter(({ area }) => area === 'configuration')
    .flatMap((entity) => entity.cases.map((example) => ({ entity, example })))
    .filter(({ entity, example }) => isForEngine(entity, example) && isForForm(example));
  /** The beginning of a message of ours, up to the first value in it. */
  const opening = (key: string) => formatMessage(model, 'en-CA', key, {}).split('{')[0] ?? '';

  it('R-434 the alert of the form shows the message of every check that refuses a save', () => {
    const said = new Set<string>();
    for (const { entity, example } of refused) {
      const checks = entity.rules.checks.filter(
        ({ id, level }) => level === 'error' && example.expect.rules?.includes(id),
      );
      const { alerts } = replayInForm(model, entity, example);
      for (const { id, message } of checks) {
        expect(alerts.join('\n'), `${example.title}: ${id}`).toContain(opening(message));
        said.add(id);
      }
    }
    expect(said.size).toBeGreaterThan(14);
  });
});

describe('brand and product group narrow each other', () => {
  const product = realModel().entities.get('product');
  const [complete] = product?.cases.filter(({ operation }) => operation === 'create') ?? [];
  if (!product || !complete) throw new Error('The product has no case of a complete one.');
  const empty: CaseModel = { ...complete, given: { ...complete.given, record: {} } };
  const brand = (at: number) => complete.given.others?.brand?.[at] as DataRecord;
  const group = (at: number) => complete.given.others?.['product-group']?.[at] as DataRecord;
  const form = () => formOf(realModel(), product, empty);
  const choices = (state: ReturnType<typeof form>, path: string) =>
    JSON.stringify(state.view(path).options?.filter);

  it('C-158 choosing a brand limits the groups to that brand', () => {
    const state = form();
    expect(choices(state, '/ProductGroupId')).not.toContain(brand(0).Id);
    state.change('/BrandId', brand(0).Id, brand(0));
    expect(state.view('/ProductGroupId').options).toMatchObject({
      entity: 'product-group',
      filter: { kind: 'compare', path: 'BrandId', operator: 'eq', value: brand(0).Id },
    });
  });

  it('C-159 choosing a group limits the brands to the group’s brand and selects it', () => {
    const state = form();
    state.change('/ProductGroupId', group(1).Id, group(1));
    expect(state.view('/BrandId').value).toBe(brand(1).Id);
    expect(choices(state, '/BrandId')).toContain(`"path":"Id","operator":"eq","value":"${brand(1).Id}"`);
  });

  it('C-158 a new brand clears a group of the old one', () => {
    const state = form();
    state.change('/ProductGroupId', group(0).Id, group(0));
    state.change('/BrandId', brand(1).Id, brand(1));
    expect(state.view('/ProductGroupId').value ?? undefined).toBeUndefined();
  });

  it('C-158 C-159 clearing one restores all choices of the other', () => {
    const state = form();
    const [brands, groups] = [choices(state, '/BrandId'), choices(state, '/ProductGroupId')];
    state.change('/ProductGroupId', group(0).Id, group(0));
    state.change('/ProductGroupId', null);
    expect(choices(state, '/BrandId')).toBe(brands);
    state.change('/BrandId', null);
    expect(choices(state, '/ProductGroupId')).toBe(groups);
  });
});

describe('a limit of liability', () => {
  const limit = realModel().entities.get('limit-of-liability');
  const linked = limit?.cases.find(({ title }) => title.includes('two parameters with their values'));
  if (!limit || !linked) throw new Error('The limit of liability has no case of two parameters.');
  const names = ['ParameterId', 'ParameterValueId', 'Parameter2Id', 'Parameter2ValueId'];

  it('R-185 without the link to a parameter value all four related ids are cleared', () => {
    const state = formOf(realModel(), limit, linked);
    for (const name of names) state.change(`/${name}`, linked.given.record?.[name]);
    const ids = () => names.map((name) => state.view(`/${name}`).value ?? null);
    expect(ids()).toEqual(names.map((name) => linked.given.record?.[name]));
    expect(state.view('/LinkToParameterValue').value).toBe(true);
    state.change('/LinkToParameterValue', false);
    expect(ids()).toEqual([null, null, null, null]);
  });

  it('R-187 only the product, and a chosen plan, limit what a limit is for', () => {
    const state = formOf(realModel(), limit, linked);
    for (const name of ['PlanId', 'CoverageItemId', 'CoverageGroupId', 'ParameterId'])
      expect(state.view(`/${name}`).editable, name).toBe(true);
    const { ProductId } = linked.given.record ?? {};
    const ofProduct = { kind: 'compare', path: 'ProductId', operator: 'eq', value: ProductId };
    for (const name of ['CoverageItemId', 'CoverageGroupId', 'PlanId'])
      expect(state.view(`/${name}`).options?.filter, name).toEqual(ofProduct);
  });
});

describe('the components of a coverage item', () => {
  const item = realModel().entities.get('coverage-item');
  if (!item) throw new Error('There is no coverage item.');
  const offered = (state: ReturnType<typeof createForm>) => {
    const filter = state.view('/Components').options?.filter;
    return ['Regular', 'Maintenance'].filter((Category) =>
      matches(filter ?? never, { Id: '1', IsActive: true, ComponentType: { Category } }),
    );
  };
  const never = { kind: 'compare', path: 'Id', operator: 'eq', value: null } as const;

  it('C-149 are filtered again in an open form when the claims layout of the product changes', () => {
    const context = (ClaimsLayoutTypeId: number) => ({
      model: realModel(),
      user: {
        Id: 'u',
        UserName: 'u',
        DisplayName: 'U',
        Roles: [],
        Features: [...realModel().features.keys()],
      },
      today: '2026-11-20',
      now: '2026-11-20T15:00:00Z',
      locale: 'en-CA' as const,
      owner: { Id: 'p', ClaimsLayoutTypeId, ProductStateType: { Name: 'InDesign' } },
    });
    const record = { Id: 'i', Revision: 1, Name: 'Engine', ProductId: 'p', Components: [] };
    const validators = validatorsOf(realModel());
    const state = createForm({ entity: item, record, isNew: false, context: context(0), validators });
    state.change('/Name', 'Engine and gearbox');
    state.touch('/Name');
    expect(offered(state)).toEqual(['Regular', 'Maintenance']);
    let heard = 0;
    state.subscribe('/Components', () => {
      heard += 1;
    });
    for (const [layout, categories] of [
      [1, ['Regular']],
      [2, ['Maintenance']],
      [3, ['Regular', 'Maintenance']],
      [4, ['Regular']],
      [0, ['Regular', 'Maintenance']],
    ] as const) {
      state.setContext(context(layout));
      expect(offered(state), `layout ${layout}`).toEqual(categories);
    }
    expect(heard).toBe(5);
    expect(state.view('/Name')).toMatchObject({ value: 'Engine and gearbox', touched: true });
    expect(state.status().dirty).toBe(true);
  });
});

describe('a plan’s inclusion', () => {
  const plan = realModel().entities.get('plan');
  const related = plan?.cases.find(({ title }) => title.includes('becomes Included'));
  if (!plan || !related) throw new Error('The plan has no case of related items.');
  const relations = (state: ReturnType<typeof formOf>) => plain(state.record()).PlanCoverageItems;

  it('C-164 R-203 R-204 Included clears the mutual relations on both sides, and Optional restores them', () => {
    const state = formOf(realModel(), plan, related);
    const before = relations(state);
    state.change('/PlanCoverageItems/0/IsOptional', false);
    const kept = JSON.stringify(
      (relations(state) as DataRecord[]).map(({ ExcludedCoverageItems, IncludedCoverageItems }) => [
        ExcludedCoverageItems,
        IncludedCoverageItems,
      ]),
    );
    expect(kept).toBe('[[[],[]],[[],[]],[[],[]]]');
    state.change('/PlanCoverageItems/0/IsOptional', true);
    expect(relations(state)).toEqual(before);
  });

  it('C-166 R-207 an Included item shows no mutual relations to edit', () => {
    const state = formOf(realModel(), plan, related);
    expect(state.view('/PlanCoverageItems/0/ExcludedCoverageItems').visible).toBe(true);
    state.change('/PlanCoverageItems/0/IsOptional', false);
    expect(state.view('/PlanCoverageItems/0/ExcludedCoverageItems').visible).toBe(false);
    expect(state.view('/PlanCoverageItems/0/IncludedCoverageItems').visible).toBe(false);
  });

  it('C-165 R-205 the inclusion of a coverage group cannot be changed', () => {
    const state = formOf(realModel(), plan, related);
    expect(state.view('/PlanCoverageGroups/0/IsOptional')).toMatchObject({ value: true, editable: false });
  });
});
