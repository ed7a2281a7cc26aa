/** Linked values to be refreshed before a transaction ends. */

export type Mark = {
  /** Fields to compute again. */
  readonly fields: Set<string>;
  /** What is added to counts and sums over too many records to compute them again. */
  readonly more: Map<string, number>;
};

/** By entity and record. */
export type Marks = {
  readonly add: (entity: string, id: string, fields: readonly string[]) => void;
  readonly addMore: (entity: string, id: string, field: string, more: number) => void;
  readonly has: (entity: string, id?: string) => boolean;
  /** Takes the marks of one entity, or of some of its records. */
  readonly take: (entity: string, ids?: readonly string[]) => ReadonlyMap<string, Mark>;
  /** An entity with marks; undefined when nothing is left. */
  readonly next: () => string | undefined;
};

export function createMarks(): Marks {
  const marks = new Map<string, Map<string, Mark>>();
  const markOf = (entity: string, id: string): Mark => {
    const ofEntity = marks.get(entity) ?? new Map<string, Mark>();
    marks.set(entity, ofEntity);
    const mark = ofEntity.get(id) ?? { fields: new Set<string>(), more: new Map<string, number>() };
    ofEntity.set(id, mark);
    return mark;
  };
  return {
    add: (entity, id, fields) => {
      if (fields.length === 0) return;
      const mark = markOf(entity, id);
      for (const field of fields) mark.fields.add(field);
    },
    addMore: (entity, id, field, more) => {
      const mark = markOf(entity, id);
      mark.more.set(field, (mark.more.get(field) ?? 0) + more);
    },
    has: (entity, id) => (id === undefined ? marks.has(entity) : marks.get(entity)?.has(id) === true),
    take: (entity, ids) => {
      const ofEntity = marks.get(entity) ?? new Map<string, Mark>();
      if (!ids) {
        marks.delete(entity);
        return ofEntity;
      }
      const taken = new Map<string, Mark>();
      for (const id of ids) {
        const mark = ofEntity.get(id);
        if (mark) taken.set(id, mark);
        ofEntity.delete(id);
      }
      if (ofEntity.size === 0) marks.delete(entity);
      return taken;
    },
    next: () => marks.keys().next().value,
  };
}
