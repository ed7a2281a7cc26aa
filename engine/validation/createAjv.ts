import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, type CodeKeywordDefinition } from 'ajv/dist/core.js';
import { textPattern } from '../patterns/textPattern.ts';
import { formats } from '../text/formats.ts';

/** Ajv with the formats of this product; the first failed keyword is enough for a person. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: false,
    strict: false,
    logger: false,
    multipleOfPrecision: 6,
    code: {
      source: true,
      esm: false,
      formats: _`require("formwright/formats").formats`,
      regExp: textPattern,
    },
  });
  for (const [name, test] of Object.entries(formats)) ajv.addFormat(name, test);
  return ajv.addKeyword(scale);
}

// `multipleOf: 0.01` divides, and so refuses amounts such as 1234567.89; printing the digits does not.
const scale: CodeKeywordDefinition = {
  keyword: 'scale',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must not have more decimals', params: ({ schema }) => _`{scale: ${schema}}` },
  code: (context) => context.fail(_`Number(${context.data}.toFixed(${context.schema})) !== ${context.data}`),
};
