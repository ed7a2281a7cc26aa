/** Validates answers by the schemas that OpenAPI publishes. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from '../../../engine/text/formats.ts';

/** Compiles the schema of the JSON body at a place of the document, such as a response. */
export function documentJudge(document: object): (place: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  for (const [name, test] of Object.entries(formats)) ajv.addFormat(name, test);
  ajv.addSchema({ $id: 'doc', ...document });
  const judges = new Map<string, ValidateFunction>();
  return (place) => {
    const steps = [...place, 'content', 'application/json', 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1')));
    const ref = `doc#/${pointer.join('/')}`;
    const judge = judges.get(ref) ?? ajv.compile({ $ref: ref });
    judges.set(ref, judge);
    return judge;
  };
}
