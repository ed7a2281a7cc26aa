import { dateFunctions } from './dateFunctions.ts';
import { decimalFunctions } from './decimalFunctions.ts';
import type { FunctionRecord, FunctionTable } from './functionTypes.ts';
import { listFunctions } from './listFunctions.ts';
import { numberFunctions } from './numberFunctions.ts';
import { presenceFunctions } from './presenceFunctions.ts';
import { rowFunctions } from './rowFunctions.ts';
import { textFunctions } from './textFunctions.ts';

export type {
  ExpressionType,
  FunctionRecord,
  FunctionTable,
  Parameter,
  ParameterType,
} from './functionTypes.ts';

/** Every function of the profile; those of jsonata behave as in jsonata, the others avoid its traps. */
export const functions: readonly FunctionRecord[] = [
  ...presenceFunctions,
  ...textFunctions,
  ...numberFunctions,
  ...decimalFunctions,
  ...dateFunctions,
  ...listFunctions,
  ...rowFunctions,
];

/** The functions of the profile and of the host, by name. */
export function createFunctionTable(added: readonly FunctionRecord[] = []): FunctionTable {
  return new Map([...functions, ...added].map((record) => [record.name, record]));
}

export const defaultFunctions: FunctionTable = createFunctionTable();
