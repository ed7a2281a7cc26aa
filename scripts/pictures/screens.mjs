// The addresses of an application's screens, with the first matching sample records.
import { importTypeScript } from '../importTypeScript.mjs';

export async function addressesOf(folder) {
  const { readDeclarations } = await importTypeScript('server/node/readDeclarations.ts');
  const { compileModel, parseExpression } = await importTypeScript('engine/index.ts');
  const { addressOf } = await importTypeScript('stories/playground/address.ts');
  const { set } = await readDeclarations(folder, '.');
  const { model } = compileModel(set, { parse: parseExpression });
  return [...model.screens.values()].flatMap(({ file }) => {
    const address = addressOf(model, file, set);
    if (!address) console.log(`${file}: the sample data has no record that this screen shows.`);
    return address ? [{ name: file.replace(/\.json$/, ''), address }] : [];
  });
}
