/** Small declarations compiled for tests of the engine. */
import { parseExpression } from '../expression/parseExpression.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import { compileModel } from './compileModel.ts';

type TestEntity = {
  readonly entity: object;
  readonly behaviour?: object;
};

/** A model of the given entities, without screens and messages. */
export function testModel(entities: Readonly<Record<string, TestEntity>>, lookups: object = {}): Model {
  const files = Object.entries(entities).flatMap(([id, { entity, behaviour }]) => [
    { file: `schemas/test/${id}/entity.json`, json: { $id: id, title: id, type: 'object', ...entity } },
    ...(behaviour ? [{ file: `schemas/test/${id}/behaviour.json`, json: { for: id, ...behaviour } }] : []),
  ]);
  const lists = Object.entries(lookups).map(([id, items]) => ({
    file: `schemas/lookups/${id}.json`,
    json: { $id: id, items },
  }));
  const set = { files: [{ file: 'schemas/defaults.json', json: defaults }, ...lists, ...files] };
  const { model, findings } = compileModel(set, { parse: parseExpression, review: false });
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new Error(errors.map(({ file, path, message }) => `${file} ${path} ${message}`).join('\n'));
  return model;
}

const defaults = {
  settings: {},
  systemFields: {
    Id: { type: 'string', format: 'uuid', readOnly: true, title: 'Id' },
    Revision: { type: 'integer', readOnly: true, title: 'Revision' },
  },
};

/** One entity of a test model. */
export function entityOf(model: Model, id: string): EntityModel {
  const entity = model.entities.get(id);
  if (!entity) throw new Error(`The test model has no entity ${id}.`);
  return entity;
}
