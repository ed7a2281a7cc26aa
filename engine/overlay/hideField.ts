/** Hides a shipped field on every form, list and filter; its values are kept. */
import type { EntityDeclaration, ScreenDeclaration, Section } from '../declaration/types.generated.ts';
import { adjustedTarget } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { AdjustChange } from './types.ts';

type Block = ScreenDeclaration['blocks'][number];

/** Removes a field from all screens; one required for saving must stay. */
export function hideField(change: AdjustChange, entity: EntityDeclaration, draft: DeclarationDraft): void {
  const { path } = adjustedTarget(change);
  const field = entity.properties[path];
  const needed = entity.required?.includes(path) && field?.default === undefined;
  const owner = field?.['x-owner'] === true;
  if (needed || owner) draft.report(change, 'hides-required', { at: '/hidden', params: { field: path } });
  else
    for (const { file, json } of draft.all('screen'))
      json.blocks.forEach((block, index) => {
        if (!shows(block, entity.$id, path)) return;
        const own = draft.edit<ScreenDeclaration>(file).json.blocks[index];
        if (own) hideIn(own, path, field?.['x-expand']?.as);
      });
}

function shows(block: Block, entity: string, path: string): boolean {
  return (
    'entity' in block && block.entity === entity && JSON.stringify(block).includes(`"${path.split('.')[0]}`)
  );
}

function hideIn(block: Block, path: string, expanded: string | undefined): void {
  const isIt = (name: string) => name === path || (expanded !== undefined && name.startsWith(`${expanded}.`));
  if (block.kind === 'grid') {
    const columns = block.columns.filter(
      (column) => !isIt(typeof column === 'string' ? column : column.path),
    );
    if (columns.length > 0) block.columns = columns as typeof block.columns;
    if (block.filters) block.filters = block.filters.filter((filter) => !isIt(filter.path));
    hideInBulk(block, isIt);
    hideInSections(block.edit?.sections, isIt);
    hideInSections(block.expand?.sections, isIt);
  }
  if (block.kind === 'form') hideInSections(block.sections, isIt);
  if (block.kind === 'list-detail') hideInSections(block.form.sections, isIt);
}

/** Without fields there is no bulk change. */
function hideInBulk(block: Extract<Block, { kind: 'grid' }>, isIt: (name: string) => boolean): void {
  if (!block.bulk) return;
  const fields = block.bulk.fields.filter((item) => !isIt(typeof item === 'string' ? item : item.field));
  if (fields.length > 0) block.bulk = { ...block.bulk, fields: fields as typeof block.bulk.fields };
  else delete block.bulk;
}

/** Removes sections left empty, except the last one. */
function hideInSections(sections: Section[] | string | undefined, isIt: (name: string) => boolean): void {
  if (!Array.isArray(sections)) return;
  for (const section of [...sections]) {
    const items = section.items.filter((item) => !isIt(typeof item === 'string' ? item : item.field));
    if (items.length > 0) section.items = items as Section['items'];
    else if (sections.length > 1) sections.splice(sections.indexOf(section), 1);
  }
}
