import type { DeclarationSet } from '#engine';

const schemas = import.meta.glob('../../schemas/**/*.json', { eager: true, import: 'default' });
const screens = import.meta.glob('../../screens/**/*.json', { eager: true, import: 'default' });

/** Every declaration of the repository, as the server reads them from disk. */
export const declarations: DeclarationSet = {
  files: Object.entries({ ...schemas, ...screens }).map(([path, json]) => ({
    file: path.replace('../../', ''),
    json,
  })),
};
