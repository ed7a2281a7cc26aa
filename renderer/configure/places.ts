/** Finds where the fields of an entity are placed: forms, lists, filters. */
import type { BlockModel, FieldModel, FormBlock, GridBlock, Model, ModelBundle, ScreenModel } from '#engine';

export type FormPlace = { readonly screen: ScreenModel; readonly block: FormBlock };
type GridPlace = { readonly screen: ScreenModel; readonly block: GridBlock };

/** Forms of an entity with fields of their own, the main one first; other forms borrow theirs from these. */
export function formsOf(model: Model, bundle: ModelBundle, entity: string): readonly FormPlace[] {
  const found = [...model.screens.values()].flatMap((screen) =>
    screen.blocks.flatMap((block) =>
      block.kind === 'form' && block.entity === entity && !isBorrowed(bundle, screen, block.id)
        ? [{ screen, block }]
        : [],
    ),
  );
  const name = model.entities.get(entity)?.labelField ?? 'Name';
  const weight = ({ block }: FormPlace) => {
    const fields = fieldsOn(block);
    // People look for fields on the form that contains the name.
    return fields.length + (fields.includes(name) ? 1000 : 0);
  };
  return found.sort((one, other) => weight(other) - weight(one));
}

export function gridsOf(model: Model, entity: string): readonly GridPlace[] {
  return [...model.screens.values()].flatMap((screen) =>
    screen.blocks.flatMap((block) =>
      block.kind === 'grid' && block.entity === entity ? [{ screen, block }] : [],
    ),
  );
}

/** Screens with any block about the entity. */
export function screensOf(model: Model, entity: string): readonly ScreenModel[] {
  return [...model.screens.values()].filter(({ blocks }) => blocks.some((block) => shows(block, entity)));
}

function shows(block: BlockModel, entity: string): boolean {
  return 'entity' in block && block.entity === entity;
}

type Declared = { readonly id?: string; readonly sections?: unknown };

/** The raw declaration of a block. */
export function declaredBlock(bundle: ModelBundle, screen: ScreenModel, id: string): Declared | undefined {
  const json = bundle.files.find(({ file }) => file === screen.file)?.json as
    | { readonly blocks?: readonly Declared[] }
    | undefined;
  return json?.blocks?.find((block) => block.id === id);
}

function isBorrowed(bundle: ModelBundle, screen: ScreenModel, id: string): boolean {
  return typeof declaredBlock(bundle, screen, id)?.sections === 'string';
}

/** Whether a dotted path of a column or filter shows this field. */
export function showsField(path: string, { path: own, name, expand }: FieldModel): boolean {
  const beside = expand && `${own.slice(0, own.length - name.length)}${expand.as}`;
  return path === own || (beside !== undefined && `${path}.`.startsWith(`${beside}.`));
}

export type Standing = {
  readonly screen: ScreenModel;
  readonly blockId: string;
  readonly as: 'item' | 'column' | 'filter';
};

/** All places of a field. */
export function standingsOf(model: Model, field: FieldModel): readonly Standing[] {
  const found: Standing[] = [];
  for (const screen of model.screens.values())
    for (const block of screen.blocks) {
      if (!shows(block, field.entity)) continue;
      const add = (as: Standing['as']) => found.push({ screen, blockId: block.id, as });
      if (block.kind === 'form' && fieldsOn(block).includes(field.path)) add('item');
      if (block.kind !== 'grid') continue;
      if (block.columns.some(({ path }) => showsField(path, field))) add('column');
      if (block.filters.some(({ path }) => showsField(path, field))) add('filter');
    }
  return found;
}

/** The fields placed on a form, in order. */
export function fieldsOn({ sections }: Pick<FormBlock, 'sections'>): readonly string[] {
  return sections.flatMap(({ items }) => items.map(({ field }) => field));
}
