/** The page that shows one record: a screen with a form over it, whose address follows from the record. */
import type { Access } from '../types/basicTypes.ts';
import type { DataRecord, EntityModel, Model } from '../types/modelTypes.ts';
import type { ScreenModel } from '../types/screenTypes.ts';

/** Undefined when no screen that may be opened shows the record. */
export function pageOfRecord(
  { screens }: Pick<Model, 'screens'>,
  entity: EntityModel,
  record: DataRecord,
  mayOpen: (access: Access) => boolean = () => true,
): string | undefined {
  for (const screen of screens.values()) {
    if (!mayOpen(screen.access)) continue;
    const page = addressOn(screen, entity, record);
    if (page !== undefined) return page;
  }
  return undefined;
}

function addressOn(screen: ScreenModel, entity: EntityModel, record: DataRecord): string | undefined {
  const shown = screen.blocks.flatMap((block) =>
    block.kind === 'form' && block.entity === entity.id && block.record !== undefined ? [block.record] : [],
  );
  const own = screen.data.find(({ name }) => shown.includes(name));
  if (!own || parameterOf(own.id.text) === undefined) return undefined;
  const values = new Map<string, unknown>();
  for (const { name, entity: of, id } of screen.data) {
    const parameter = parameterOf(id.text);
    if (parameter === undefined) continue;
    const through = entity.fields.find(({ ref }) => ref?.entity === of);
    values.set(parameter, name === own.name ? record.Id : through && record[through.name]);
  }
  const words = screen.route.split('/').flatMap((word) => {
    if (!word.startsWith(':')) return [word];
    const value = values.get(word.replace(/^:|\?$/g, ''));
    if (typeof value === 'string') return [encodeURIComponent(value)];
    return word.endsWith('?') ? [] : [undefined];
  });
  return words.includes(undefined) ? undefined : words.join('/');
}

/** `$route.productId` → productId. */
const parameterOf = (expression = ''): string | undefined => /^\$route\.(\w+)$/.exec(expression)?.[1];
