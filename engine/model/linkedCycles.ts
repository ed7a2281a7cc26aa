/** Finds circles among values that follow from other records. */
import type { EntityModel, Model, ValueRule } from '../types/modelTypes.ts';

type LinkedCycle = { readonly entity: string; readonly field: string; readonly names: readonly string[] };

/** Every circle through a linked field, as `entity.Field` with the first one repeated at the end. */
export function linkedCycles(model: Pick<Model, 'entities'>): readonly LinkedCycle[] {
  const edges = edgesOf(model);
  const cycles: LinkedCycle[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (node: string): void => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      const names = [...trail.slice(start), node];
      const linked = names.find((name) => isLinked(model, name));
      if (linked) cycles.push({ ...partsOf(linked), names });
      return;
    }
    if (done.has(node)) return;
    trail.push(node);
    for (const next of edges.get(node) ?? []) if (edges.has(next)) visit(next);
    trail.pop();
    done.add(node);
  };
  for (const node of edges.keys()) visit(node);
  return cycles;
}

const partsOf = (name: string) => {
  const dot = name.indexOf('.');
  return { entity: name.slice(0, dot), field: name.slice(dot + 1) };
};

function isLinked({ entities }: Pick<Model, 'entities'>, name: string): boolean {
  const { entity, field } = partsOf(name);
  return entities.get(entity)?.fieldByPath.get(field)?.linked !== undefined;
}

/** What each computed or linked field reads. */
function edgesOf({ entities }: Pick<Model, 'entities'>): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, string[]>();
  const add = (from: string, to: readonly string[]) => edges.set(from, [...(edges.get(from) ?? []), ...to]);
  for (const entity of entities.values()) {
    for (const { field, of, depends } of entity.rollUps)
      add(
        `${entity.id}.${field}`,
        depends.map((name) => `${of}.${name.split('.')[0]}`),
      );
    for (const { field, by, of, reads } of entity.lookThroughs)
      add(`${entity.id}.${field}`, [`${of}.${reads}`, `${entity.id}.${by}`]);
    for (const rule of entity.rules.values) {
      const name = rule.field.split('.')[0] ?? '';
      if (!entity.fieldByPath.get(name)?.linked)
        add(
          `${entity.id}.${name}`,
          readsOf(entity, rule).filter((one) => one !== `${entity.id}.${name}`),
        );
    }
  }
  return edges;
}

function readsOf(entity: EntityModel, { expression, when, each }: ValueRule): readonly string[] {
  return [...expression.reads, ...(when?.reads ?? [])].flatMap(({ from, path, presence }) => {
    const [name, member] = path;
    if (name === undefined || presence) return [];
    if (from === 'owner' && entity.owner?.ref) return [`${entity.owner.ref.entity}.${name}`];
    if (from !== 'record' && (from !== '$' || each !== undefined)) return [];
    const through = entity.fields.find((field) => field.ref && field.expand?.as === name);
    return through?.ref && member ? [`${through.ref.entity}.${member}`] : [`${entity.id}.${name}`];
  });
}
