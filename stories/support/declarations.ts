import { type DeclarationSet, joinBlocks } from '#engine';

const found = import.meta.glob(
  [
    '../../base/**/*.json',
    '../../extensions/*/{schemas,screens,widgets}/**/*.json',
    '../../schemas/**/*.json',
    '../../screens/**/*.json',
  ],
  {
    eager: true,
    import: 'default',
  },
);

/** All declarations of the repository, as the server reads them from disk. */
export const declarations: DeclarationSet = {
  files: joinBlocks(
    Object.entries(found).map(([path, json]) => ({ file: path.replace('../../', ''), json })),
  ),
};
