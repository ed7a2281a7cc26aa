import '../../support/lendingKinds.ts';
import { compileModel } from '#engine';
import print from '#extensions/print/server';
import reports from '#extensions/reports/server';
import { compileExtensions } from '#server/app';
import extension from '../../../examples/lending/extensions/lending/server/index.ts';
import { readDeclarations } from '../../../server/node/readDeclarations.ts';
import { compiledOnce } from '../../support/parseOnce.ts';

const { set, findings } = await readDeclarations('.', 'examples/lending');

/**
 * The small application over the same base, a tenth of the insurance application and as much faster to
 * compile.
 */
export const lending = {
  set,
  findings,
  compilation: compileModel(set, compiledOnce),
  extensions: compileExtensions([extension, reports, print]),
};
