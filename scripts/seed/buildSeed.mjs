import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addComponentGroups } from './addComponentGroups.mjs';
import { addNewUsedRules } from './addNewUsedRules.mjs';
import { addRules } from './addRules.mjs';
import { buildAgreements } from './agreements/buildAgreements.mjs';
import { buildAssociations, connectProducts } from './buildAssociations.mjs';
import { buildCodeLists } from './buildCodeLists.mjs';
import { buildCoverage } from './buildCoverage.mjs';
import { buildDocuments, buildFiles } from './buildDocuments.mjs';
import { buildFactors } from './buildFactors.mjs';
import { buildLimits } from './buildLimits.mjs';
import { buildParameters } from './buildParameters.mjs';
import { buildPricing } from './buildPricing.mjs';
import { buildProducts } from './buildProducts.mjs';
import { buildGroupSettings, buildReference } from './buildReference.mjs';
import { frenchOf } from './frenchTexts.mjs';
import { createRandom } from './random.mjs';
import { shippedFrench } from './shippedFrench.mjs';

const productCount = 200;

/** The demo catalogue: entity → text of its seed.json. Reproducible. */
export async function buildSeed() {
  const random = createRandom(20261121);
  const reference = buildReference();
  const associations = buildAssociations();
  const products = connectProducts(buildProducts(random, productCount));
  const coverage = products.map((product) => buildCoverage(product, random));
  const records = products.map(({ record }) => record);
  const [plans, items] = [coverage.flatMap((one) => one.plans), coverage.flatMap((one) => one.items)];
  addRules(records, { plans, items });
  const newUsedRules = addNewUsedRules(records);
  addComponentGroups(records, { items, components: reference.components });
  const agreements = await buildAgreements(products);
  const parameters = buildParameters(records, plans);
  const codes = buildCodeLists(records, parameters.parameter.demo);
  const pricing = buildPricing(records, {
    plans,
    parameters: parameters.parameter.demo,
    values: parameters['parameter-value'].demo,
  });
  const parts = {
    'product-type': { reference: reference.types },
    'component-type': { reference: reference.componentTypes },
    component: { reference: reference.components },
    brand: { demo: reference.brands },
    underwriter: { demo: reference.underwriters },
    'product-group': { demo: reference.groups },
    'financing-program': { demo: associations.financing },
    payee: { demo: associations.payees },
    certification: { demo: associations.certifications },
    'vehicle-class-guide': { demo: associations.guides },
    'new-used-rule': { demo: newUsedRules },
    product: { demo: records },
    'product-group-product-setting': {
      demo: buildGroupSettings(reference.groups, records),
    },
    'coverage-item': { demo: items },
    'coverage-group': { demo: coverage.flatMap(({ groups }) => groups) },
    'product-document-file': {
      demo: buildDocuments(records),
      files: buildFiles(),
    },
    plan: { demo: plans },
    ...parameters,
    parameter: { ...parameters.parameter, demo: [...parameters.parameter.demo, ...codes.parameters] },
    'eligibility-code-list': { demo: codes.lists },
    'eligibility-code': { demo: codes.codes },
    'product-factor': { demo: buildFactors(parameters.parameter.demo, parameters['parameter-value'].demo) },
    'limit-of-liability': {
      demo: buildLimits(records, {
        plans,
        items,
      }),
    },
    'agreement-document': { demo: agreements.library, files: agreements.files },
    'product-agreement': { demo: agreements.attached },
    'pricing-formula': { demo: pricing.formulas },
    'rate-card': { demo: pricing.cards, files: pricing.files },
  };
  for (const [entity, lists] of Object.entries(parts))
    addFrench(entity, [...(lists.reference ?? []), ...(lists.demo ?? [])]);
  return Object.fromEntries(Object.entries(parts).map(([entity, lists]) => [entity, textOf(entity, lists)]));
}

/** Adds the French of every localized text that a record has. */
function addFrench(entity, records) {
  const file = new URL(`../../${path.dirname(seedFile(entity))}/entity.json`, import.meta.url);
  const { properties } = JSON.parse(readFileSync(file, 'utf8'));
  const localized = Object.keys(properties).filter((name) => properties[name]['x-localized']);
  for (const record of records) {
    const texts = localized.filter((name) => typeof record[name] === 'string' && record[name] !== '');
    if (texts.length > 0)
      record.$localized = Object.fromEntries(
        texts.map((name) => [
          name,
          { 'fr-CA': record.$localized?.[name]?.['fr-CA'] ?? frenchOf(record[name]) },
        ]),
      );
  }
}

const areas = {
  'eligibility-code': 'configuration',
  'eligibility-code-list': 'configuration',
  parameter: 'configuration',
  'parameter-value': 'configuration',
  'parameter-data-link': 'configuration',
  'limit-of-liability': 'configuration',
  'product-factor': 'configuration',
  'new-used-rule': 'configuration',
  'pricing-formula': 'pricing',
  'rate-card': 'pricing',
};

/** The path of an entity's seed file from the root. */
export function seedFile(entity) {
  return `schemas/${areas[entity] ?? 'catalogue'}/${entity}/seed.json`;
}

/** One record per line: compact, with readable diffs. */
function textOf(entity, parts) {
  const lists = Object.entries(parts).map(
    ([part, records]) =>
      `  "${part}": [\n${records.map((record) => `    ${JSON.stringify(record)}`).join(',\n')}\n  ]`,
  );
  const french = shippedFrench[entity];
  if (french)
    lists.push(`  "texts": ${JSON.stringify({ 'fr-CA': french }, null, 2).replaceAll('\n', '\n  ')}`);
  const head = `{\n  "$schema": "../../../engine/declaration/seed.schema.json",\n  "for": "${entity}",\n`;
  return `${head}${lists.join(',\n')}\n}\n`;
}
