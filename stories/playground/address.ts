import type { DataRecord, DeclarationSet, EntityModel, Model, ScreenModel } from '#engine';

type Data = Readonly<Record<string, { readonly entity: string; readonly id: unknown }>>;

/** Where a screen is seen: its route with the first sample records that fit one another; undefined: none do. */
export function addressOf(model: Model, file: string, declarations: DeclarationSet): string | undefined {
  const screen = [...model.screens.values()].find((one) => one.file === file);
  if (!screen) return undefined;
  const names = [...screen.route.matchAll(/:(\w+)(?!\w*\?)/g)].map(([, name = '']) => name).reverse();
  const chosen = new Map<string, string>();
  let inner: { readonly record: DataRecord; readonly entity: EntityModel } | undefined;
  for (const name of names) {
    const entity = model.entities.get(entityOfParameter(screen, name, declarations) ?? '');
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

/** What the parameter is the id of: the data of the screen says so, or the form whose record it is. */
function entityOfParameter(
  screen: ScreenModel,
  name: string,
  declarations: DeclarationSet,
): string | undefined {
  const declared = declarations.files.find(({ file }) => file === screen.file)?.json as { data?: Data };
  const named = Object.values(declared?.data ?? {}).find(({ id }) => id === `$route.${name}`);
  if (named) return named.entity;
  const form = screen.blocks.find((block) => block.kind === 'form');
  return form && 'entity' in form ? form.entity : undefined;
}

function ownerIn({ record, entity }: { record: DataRecord; entity: EntityModel }, owner: string): unknown {
  const field = entity.fields.find(({ ref }) => ref?.entity === owner);
  return field && record[field.name];
}
