import { describe, expect, it } from 'vitest';
import type { ActionModel, GridBlock, ListDetailBlock } from '#engine';
import { realModel } from './realModel.ts';

function screen(id: string) {
  const found = realModel().screens.get(id);
  if (!found) throw new Error(`There is no screen ${id}.`);
  return found;
}

const routeOf = (call: string) =>
  realModel().routes.find(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}` === call);

describe('the parameters screen', () => {
  const block = screen('parameters').blocks.find(({ kind }) => kind === 'list-detail') as ListDetailBlock;
  const [own] = block.lists;
  const actions = new Map<string, ActionModel>(
    [...(own?.actions ?? []), ...(own?.rowActions ?? [])].map((action) => [action.id, action]),
  );

  it('R-024 a parameter is added, edited, copied and removed there', () => {
    expect(actions.get('add')).toMatchObject({ kind: 'link', to: expect.stringContaining('mode=create') });
    expect(actions.get('copy')).toMatchObject({ kind: 'link', to: expect.stringContaining('mode=copy') });
    expect(actions.get('delete')).toMatchObject({ method: 'DELETE', tone: 'danger' });
    expect(block.create?.form.save.route).toBe('/product/{route.productId}/parameter');
    expect(block.edit.save.route).toBe('/product/{route.productId}/parameter/{Id}');
    for (const [call, operation] of [
      ['POST /product/{}/parameter', 'create'],
      ['PUT /product/{}/parameter/{}', 'update'],
      ['DELETE /product/{}/parameter/{}', 'remove'],
    ] as const)
      expect(routeOf(call)?.operation, call).toBe(operation);
  });

  it('R-026 every link from it keeps the product of its address', () => {
    const lists = block.lists.flatMap((list) => [...list.actions, ...list.rowActions]);
    const targets = [...lists, ...block.actions].flatMap(
      (action) => (action.kind === 'link' ? action.to : action.then) ?? [],
    );
    const ways = [block.path, ...targets, ...screen('parameters').breadcrumb.flatMap(({ to }) => to ?? [])];
    expect(ways.length).toBeGreaterThan(5);
    const stays = /^\/products\/\{route\.productId\}/;
    expect(ways.filter((to) => !stays.test(to) && to !== 'reload')).toEqual(['/products']);
  });
});

describe('limits of liability', () => {
  const block = screen('product').blocks.find(({ id }) => id === 'limits') as GridBlock;

  it('R-063 the product page offers their spreadsheet upload, with the right to change them', () => {
    const upload = block.actions.find(({ id }) => id === 'upload');
    expect(upload).toMatchObject({
      upload: { accept: expect.arrayContaining(['.xlsx']) },
      access: { anyOf: ['Product.General.Edit', 'Product.LimitsofLiability.Edit.AfterLaunch'] },
    });
    expect(routeOf('POST /products/{}/limitsofliability/upload')?.operation).toBe('upload');
  });
});

it('R-463 R-464 R-465 lists of codes and single codes are removed after the question with that id', () => {
  const questions = (id: string, block: string) => {
    const found = screen(id).blocks.find((one) => one.id === block) as GridBlock;
    const actions = [found, ...found.views.map(({ block: view }) => view)].flatMap((one) => one.rowActions);
    return actions.flatMap(({ confirm }) => confirm.map(({ message }) => message));
  };
  expect(new Set(questions('product', 'eligibility-codes'))).toEqual(
    new Set(['ID_Confirm_VINS_File_Removal', 'ID_Confirm_Codes_File_Removal']),
  );
  expect(new Set(questions('eligibility-code-list', 'codes'))).toEqual(
    new Set(['ID_Confirm_Single_Code_Removal']),
  );
});

it('R-020 the screens have our own addresses, with exactly the parameters of the specification', () => {
  const parametersOf = (id: string) => [...screen(id).route.matchAll(/:(\w+\??)/g)].map(([, name]) => name);
  expect(
    Object.fromEntries(
      ['parameters', 'limits-of-liability', 'eligibility', 'plan-eligibility', 'coverage-item-eligibility']
        .concat('product-option', 'plan-option', 'coverage-item-option')
        .map((id) => [id, parametersOf(id)]),
    ),
  ).toEqual({
    parameters: ['productId', 'parameterItemId?'],
    'limits-of-liability': ['productId', 'limitOfLiabilityId?'],
    eligibility: ['productId'],
    'plan-eligibility': ['productId', 'planId'],
    'coverage-item-eligibility': ['productId', 'coverageItemId'],
    'product-option': ['productId', 'optionId'],
    'plan-option': ['productId', 'planId', 'optionId'],
    'coverage-item-option': ['productId', 'coverageItemId', 'optionId'],
  });
});
