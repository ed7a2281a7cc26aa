/** Collects the distinct schemas of a model and which field uses which. */
import type { Model } from '../types/modelTypes.ts';
import { checkedSchema } from './checkedSchema.ts';

type CollectedSchemas = {
  /** Distinct schemas: a model with thousands of fields has a few dozen. */
  readonly schemas: readonly object[];
  /** Entity → field path → index in `schemas`. */
  readonly uses: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

/** Collects what must be compiled. */
export function collectSchemas(model: Pick<Model, 'entities'>): CollectedSchemas {
  const schemas: object[] = [];
  const places = new Map<string, number>();
  const uses: Record<string, Record<string, number>> = {};
  for (const entity of model.entities.values()) {
    const byPath: Record<string, number> = {};
    for (const [path, field] of entity.fieldByPath) {
      const schema = checkedSchema(field);
      if (schema) byPath[path] = placeOf(schema);
    }
    uses[entity.id] = byPath;
  }
  return { schemas, uses };

  function placeOf(schema: object): number {
    const text = JSON.stringify(schema);
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, schemas.length);
    return schemas.push(schema) - 1;
  }
}
