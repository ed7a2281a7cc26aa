import type { DataRecord, DeclarationSet, EntityModel, Model, ScreenModel } from '#engine';

type Declared = {
  readonly data?: Readonly<Record<string, { readonly entity: string; readonly id: unknown }>>;
  readonly blocks?: readonly {
    readonly entity?: string;
    readonly initial?: Readonly<Record<string, unknown>>;
    readonly where?: readonly { readonly path?: string; readonly value?: unknown }[];
  }[];
};

/**
 * The address of a screen, with the first sample records that belong together; undefined if there are none.
 */
export function addressOf(model: Model, file: string, declarations: DeclarationSet): string | undefined {
  const screen = [...model.screens.values()].find((one) => one.file === file);
  if (!screen) return undefined;
  const names = [...screen.route.matchAll(/:(\w+)(?!\w*\?)/g)].map(([, name = '']) => name).reverse();
  const chosen = new Map<string, string>();
  let inner: { readonly record: DataRecord; readonly entity: EntityModel } | undefined;
  for (const name of names) {
    const entity = model.entities.get(entityOfParameter(model, screen, name, declarations) ?? '');
    if (!entity) return undefined;
    const owner = inner && ownerIn(inner, entity.id);
    const records = [...entity.seed.reference, ...entity.seed.demo];
    const record = records.find(({ Id }) => owner === undefined || Id === owner);
    if (!record) return undefined;
    chosen.set(name, String(record.Id));
    inner = { record, entity };
  }
  return screen.route.replace(/\/:(\w+)(\?)?/g, (_, name: string, isOptional?: string) =>
    isOptional ? '' : `/${chosen.get(name)}`,
  );
}

/** The entity of a route parameter: from the screen's data, a field it fills, the form, or its name. */
function entityOfParameter(
  model: Model,
  { file, blocks }: ScreenModel,
  name: string,
  declarations: DeclarationSet,
): string | undefined {
  const declared = declarations.files.find((one) => one.file === file)?.json as Declared | undefined;
  const named = Object.values(declared?.data ?? {}).find(({ id }) => id === `$route.${name}`);
  if (named) return named.entity;
  for (const { entity = '', initial = {}, where = [] } of declared?.blocks ?? []) {
    const filled = Object.entries(initial).find(([, value]) => value === `$route.${name}`)?.[0];
    const field = filled ?? where.find(({ value }) => value === `$route.${name}`)?.path;
    const ref = model.entities.get(entity)?.fields.find((one) => one.name === field)?.ref;
    if (ref) return ref.entity;
  }
  const own = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const form = blocks.find((block) => block.kind === 'form');
  return form && 'entity' in form ? form.entity : own;
}

function ownerIn({ record, entity }: { record: DataRecord; entity: EntityModel }, owner: string): unknown {
  const field = entity.fields.find(({ ref }) => ref?.entity === owner);
  return field && record[field.name];
}
