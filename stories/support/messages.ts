import { readPublicMessages } from '#renderer';

const found = import.meta.glob(
  [
    '../../base/schemas/messages/*/*.json',
    '../../extensions/*/schemas/messages/*/*.json',
    '../../schemas/messages/*/*.json',
  ],
  {
    eager: true,
    import: 'default',
  },
);

/** The texts of the engine, the extensions and the shipped application, in both languages. */
export const messages = readPublicMessages({
  files: Object.entries(found).map(([file, json]) => ({ file: file.replace('../', ''), json })),
});
