/** Finds changes that depend on an entity of the overlay: references to it, and changes of those. */
import { adjustedTarget, entityOfName, fieldOfChange } from './changeNames.ts';
import { expandedName } from './fieldDeclaration.ts';
import type { AdjustChange, Change, FieldChange, PlaceChange, RowFieldChange } from './types.ts';

/** The entity whose records a block shows; undefined when there is none. */
export type EntityOfBlock = (screen: string, block: string) => string | undefined;

/** Whether a change only exists for the entity; a list of rows with other fields does not. */
export function refersTo(
  name: string,
  changes: readonly Change[],
  entityOf: EntityOfBlock,
): (change: Change) => boolean {
  const fields = leadingTo(name, changes);
  const names = (entity: string | undefined, path: string) =>
    fields.some(
      (one) => one.entity === entity && one.paths.some((name) => `${path}.`.startsWith(`${name}.`)),
    );
  const onScreen = ({ screen, block, field }: Pick<PlaceChange, 'screen' | 'block' | 'field'>) =>
    names(entityOf(screen, block), field);
  return (change) => {
    if (change.kind === 'field') return names(entityOfName(change), fieldOfChange(change).field);
    if (change.kind === 'place') return onScreen(change);
    if (change.kind === 'adjust') return isAdjusting(change, names, onScreen);
    if (change.kind === 'message') {
      const [, entity, path] = /^(?:field|help)\.([^.]+)\.(.+)$/.exec(change.name) ?? [];
      return path !== undefined && names(entity, path);
    }
    return (
      change.kind === 'rule' &&
      typeof change.field === 'string' &&
      names(entityOfName(change), change.each ? `${change.each}.${change.field}` : change.field)
    );
  };
}

/** A field of another entity or of its rows that refers to the removed one; `paths` are its names there. */
type Leading = { readonly entity: string; readonly paths: readonly string[] };

function leadingTo(name: string, changes: readonly Change[]): readonly Leading[] {
  const fields = changes.filter((change): change is FieldChange => change.kind === 'field');
  return fields.flatMap((change) => {
    const { entity, field } = fieldOfChange(change);
    if (isReferenceTo(change, name)) return [{ entity, paths: [field, expandedName(field)] }];
    const rows = rowFieldsOf(change);
    const gone = rows.filter(({ reference }) => reference === name);
    if (gone.length > 0 && gone.length === rows.length) return [{ entity, paths: [field] }];
    return gone.map((row) => ({
      entity,
      paths: [`${field}.${row.name}`, `${field}.${expandedName(row.name)}`],
    }));
  });
}

/** Drafts may contain anything, even a value that is not a list of fields. */
export function rowFieldsOf({ fields }: FieldChange): readonly RowFieldChange[] {
  return Array.isArray(fields) ? fields.filter((field) => typeof field === 'object' && field !== null) : [];
}

const isReferenceTo = ({ type, reference }: FieldChange, name: string): boolean =>
  reference === name && (type === 'reference' || type === 'references');

function isAdjusting(
  change: AdjustChange,
  names: (entity: string, path: string) => boolean,
  onScreen: (place: Pick<PlaceChange, 'screen' | 'block' | 'field'>) => boolean,
): boolean {
  const { kind, of, block, path } = adjustedTarget(change);
  if (kind === 'field') return names(of, path);
  return kind === 'column' && onScreen({ screen: of, block, field: path });
}
