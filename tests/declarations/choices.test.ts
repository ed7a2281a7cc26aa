/** A condition or value that names a choice of no list is found: it would silently never hold. */
import { describe, expect, it } from 'vitest';
import {
  type Change,
  CompileMemory,
  checkOverlay,
  checkTree,
  type EntityModel,
  type FieldModel,
  kinds,
  type Model,
  parseExpression,
  ruleScope,
} from '#engine';
import { parseOnce } from '../support/parseOnce.ts';
import { realDeclarations, realModel } from './realModel.ts';

const itemsOf = ({ lookups }: Model, lookup = '') => lookups.get(lookup)?.items ?? [];

const problemsIn = (model: Model, entity: EntityModel, text: string) => {
  const { tree } = parseExpression(text);
  if (!tree) throw new Error(text);
  return checkTree(tree, ruleScope(model, entity)).problems.filter(({ code }) => code === 'choice');
};

/** Texts that read the field, with a fixed value in the place of `value`. */
function textsWith({ name, kind }: FieldModel, value: string): readonly string[] {
  return kinds[kind].expression === 'choice'
    ? [`${name} = ${value}`, `${value} != ${name}`, `${name} in [${value}]`]
    : [`${value} in ${name}`];
}

it('every field of a list knows its choices, in comparisons and lists', () => {
  const model = realModel();
  const fields = [...model.entities.values()].flatMap((entity) =>
    entity.fields
      .filter(({ kind }) => kinds[kind].expression.startsWith('choice'))
      .map((field) => ({ entity, field, first: itemsOf(model, field.lookup)[0]?.Id })),
  );
  expect(fields.length).toBeGreaterThan(50);
  for (const { entity, field, first } of fields) {
    const wrong = typeof first === 'number' ? '71071' : '"Nonsense"';
    for (const text of textsWith(field, wrong))
      expect(problemsIn(model, entity, text), `${entity.id}: ${text}`).toEqual([
        expect.objectContaining({ level: 'warning', length: wrong.length, at: text.indexOf(wrong) }),
      ]);
    for (const text of textsWith(field, JSON.stringify(first)))
      expect(problemsIn(model, entity, text)).toEqual([]);
  }
});

describe('a draft', () => {
  const title = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
  const entity = { kind: 'entity', name: 'visit', title: title('Visit'), plural: title('Visits') };
  const stage = (...names: readonly string[]) => ({
    ...{ kind: 'field', name: 'visit.Stage', type: 'choice', title: title('Stage') },
    choices: names.map((name) => ({ name, title: title(name) })),
  });
  const readers = {
    rule: {
      ...{ kind: 'rule', name: 'visit.approved', message: title('Wait'), at: ['Name'] },
      check: "Stage != 'Approved' or $has(Name)",
    },
    'value of an automation': {
      ...{ kind: 'automation', name: 'visit.approve', title: title('Approve') },
      ...{ when: { on: 'button' }, then: [{ do: 'set', fields: { Stage: "'Approved'" } }] },
    },
    'condition of an automation': {
      ...{ kind: 'automation', name: 'visit.tell', title: title('Tell') },
      ...{ when: { on: 'created' }, if: "Stage = 'Approved'" },
      then: [{ do: 'set', fields: { Name: "'Approved'" } }],
    },
  };
  const { set } = realDeclarations();
  const memory = new CompileMemory();
  const found = (changes: readonly object[]) =>
    checkOverlay(set, changes as readonly Change[], { parse: parseOnce, memory }).findings.filter(
      ({ params }) => String(params?.message).startsWith('There is no choice'),
    );

  it.each(Object.entries(readers))('finds a choice that is taken away from a %s', (_, reader) => {
    const labelled = { ...entity, label: title('Name') };
    expect(found([labelled, stage('Open', 'Approved'), reader])).toEqual([]);
    const [finding, ...others] = found([labelled, stage('Open', 'Aproved'), reader]);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ level: 'warning', params: { fix: '"Aproved"' } });
  });
});
