/** A print format that is being written, compiled against a model in force. */
import type { PrintFormat } from '../declaration/types.generated.ts';
import { parseExpression } from '../expression/parseExpression.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import type { PrintFormatModel } from '../types/printTypes.ts';
import { compilePrintFormats } from './compilePrintFormats.ts';
import { createCompiler } from './compiler.ts';

/** Expressions with mistakes give nothing; the findings of the draft name them. */
export function printFormatOf(
  model: Model,
  entity: EntityModel,
  format: PrintFormat,
): PrintFormatModel | undefined {
  const types = { entities: model.entities, lookups: model.lookups };
  const compiler = createCompiler(parseExpression);
  const draft = { ...entity, file: '' };
  return compilePrintFormats([format], { compiler, types, draft, file: '' })[0];
}
