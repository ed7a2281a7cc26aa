import { describe, expect, it } from 'vitest';
import { applyOverlay, type Change, checkDeclarations, type Model, parseExpression } from '#engine';
import { inspection } from '../support/inspection.ts';
import { realDeclarations } from './realModel.ts';

/** The shipped declarations with changes laid over them, compiled as if they had been written so. */
function modelWith(changes: readonly Change[]): Model {
  const { set, findings } = realDeclarations();
  const applied = applyOverlay(set, changes);
  expect(applied.findings).toEqual([]);
  const check = checkDeclarations(applied.set, { parse: parseExpression });
  const known = new Set(findings.map((finding) => JSON.stringify(finding)));
  expect(check.findings.filter((finding) => !known.has(JSON.stringify(finding)))).toEqual([]);
  return check.compilation?.model as Model;
}

describe('an overlay over the shipped declarations', () => {
  const model = modelWith(inspection);
  const product = model.entities.get('product');

  it('gives fields that are like those of the files', () => {
    const fee = product?.fieldByPath.get('InspectionFee');
    expect(fee).toMatchObject({
      kind: 'money',
      scale: 2,
      storage: 'text',
      overlay: 'field/product.InspectionFee',
    });
    expect(product?.rules.state.filter(({ id }) => id.startsWith('product.InspectionFee.'))).toMatchObject([
      { slot: 'relevant', fields: ['InspectionFee'], overlay: 'field/product.InspectionFee' },
      { slot: 'required', fields: ['InspectionFee'] },
    ]);
  });

  it('gives texts in both languages', () => {
    expect(model.messages['en-CA'].get('field.product.InspectionFee')).toBe('Inspection fee');
    expect(model.messages['fr-CA'].get('field.product.InspectionFee')).toBe('Frais d’inspection');
    expect(model.messages['fr-CA'].get('help.product.InspectionFee')).toBe(
      'Facturés une fois, avant la vente.',
    );
  });

  it('lets the calls write them that say what they write, and those of their forms', () => {
    const update = model.routes.find(({ method, path }) => method === 'PUT' && path === '/product');
    expect(update?.fields).toEqual(expect.arrayContaining(['Name', 'InspectionFee', 'InspectionRequired']));
    const settings = model.routes.find(({ path }) => path === '/product/{id}/othersettings');
    expect(settings?.fields).not.toContain('InspectionFee');
  });

  it('leaves the shipped declarations as they are', () => {
    const shipped = realDeclarations().compilation?.model.entities.get('product');
    expect(shipped?.fieldByPath.has('InspectionFee')).toBe(false);
  });
});
