import { Ajv2020 } from 'ajv/dist/2020.js';
import { _, type CodeKeywordDefinition } from 'ajv/dist/core.js';
import { textPattern } from '../patterns/textPattern.ts';
import { formats } from '../text/formats.ts';

/** Ajv with this product's formats; stops at the first failed keyword. */
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
  return ajv.addKeyword(scale).addKeyword(years);
}

// `multipleOf: 0.01` divides, which refuses amounts such as 1234567.89; counting printed digits does not.
const scale: CodeKeywordDefinition = {
  keyword: 'scale',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must not have more decimals', params: ({ schema }) => _`{scale: ${schema}}` },
  code: (context) => context.fail(_`Number(${context.data}.toFixed(${context.schema})) !== ${context.data}`),
};

/** The range of years for days and moments: the year 0026 is a typing error. */
const years: CodeKeywordDefinition = {
  keyword: 'years',
  type: 'string',
  schemaType: 'object',
  error: {
    message: 'must lie in these years',
    params: ({ schema }) => _`{from: ${schema.from}, to: ${schema.to}}`,
  },
  code: (context) => {
    const { from, to } = context.schema as { from: number; to: number };
    const year = _`Number(${context.data}.slice(0, 4))`;
    context.fail(_`!(${year} >= ${from} && ${year} <= ${to})`);
  },
};
