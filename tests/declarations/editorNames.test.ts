/**
 * Completion in an editor besides the language: the names of this repository, where declarations use them.
 */
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { kindOfFile } from '#engine';
import { editorNames, editorNamesFile } from '../../scripts/editorNames.mjs';
import { realDeclarations } from './realModel.ts';

type Schema = { readonly [word: string]: unknown };
const names = JSON.parse(await editorNames());
const kinds = ['entity', 'behaviour', 'api', 'cases', 'seed', 'query', 'roles', 'screen', 'block'];

/** The schemas as an editor reads them: by their paths in the repository. */
const ajv = new Ajv2020({ strict: false, allowUnionTypes: true, discriminator: true, inlineRefs: false });
ajv.addSchema({ ...names, $id: `file:///${editorNamesFile}` });
for (const kind of kinds) {
  const schema: Schema = JSON.parse(readFileSync(`engine/declaration/${kind}.schema.json`, 'utf8'));
  ajv.addSchema({ ...schema, $id: `file:///engine/declaration/${kind}.schema.json` });
}

const known = (name: string): readonly unknown[] => names.$defs[name].anyOf[0].enum;

describe('the names an editor completes', () => {
  it('are those of the repository', () => {
    expect(known('anEntity')).toEqual(expect.arrayContaining(['plan', 'user']));
    expect(known('aLookup')).toContain('product-state-type');
    expect(known('aFeature')).toContain('Product.Plan.View');
    expect(known('aRole')).toContain('viewer');
    expect(known('aRule')).toContain('plan.item-once');
    expect(known('message')).toContain('ui.save');
    expect(known('anAddress')).toContain('/products/{route.productId}');
    expect(known('aCall')).toContain('POST /product/plan');
    expect(known('field.plan')).toEqual(
      expect.arrayContaining(['Name', 'PlanCoverageItems.IsOptional', 'Product.Name']),
    );
    expect(names.$defs.fieldsWidget.properties.widget.anyOf[0].enum).toContain('rows');
  });

  it('are used by every schema with a place for them', () => {
    for (const kind of kinds)
      expect(ajv.getSchema(`file:///engine/declaration/${kind}.schema.json`), kind).toBeTypeOf('function');
  });

  it('accept everything the repository contains', () => {
    const wrong = realDeclarations().set.files.flatMap(({ file, json }) => {
      const kind = kindOfFile(file) ?? '';
      const validate =
        kinds.includes(kind) && kind !== 'seed'
          ? ajv.getSchema(`file:///engine/declaration/${kind}.schema.json`)
          : undefined;
      return !validate || validate(json) ? [] : [`${file} ${ajv.errorsText(validate.errors)}`];
    });
    expect(wrong).toEqual([]);
  });
});
