/**
 * The runtime of the generated validator module. Imports neither Ajv nor the expression parser. The pattern
 * engine is loaded only if a field has a pattern.
 */
import { formats } from '../text/formats.ts';
import { toCheck } from './toCheck.ts';

/** The names by which generated code requires its helpers; Ajv writes the first two itself. */
const modules: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/ucs2length': { default: countCharacters },
  'ajv/dist/runtime/equal': { default: equalJson },
  'formwright/formats': { formats },
  'formwright/toCheck': { toCheck },
};

const patterns = 'formwright/textPattern';

/** The `require` for `createValidators`, with the modules it `needs`. */
export async function loadValidatorRuntime(needs: readonly string[]): Promise<(name: string) => unknown> {
  const more = needs.includes(patterns) ? { [patterns]: await import('../patterns/textPattern.ts') } : {};
  const known: Readonly<Record<string, unknown>> = { ...modules, ...more };
  return (name) => {
    const found = known[name];
    if (!found)
      throw new Error(`Validators ask for '${name}', which engine/validation/runtime.ts does not hold.`);
    return found;
  };
}

/** Length in code points: a surrogate pair counts as one. */
function countCharacters(text: string): number {
  let pairs = 0;
  for (let at = 1; at < text.length; at += 1) if (isPair(text, at)) pairs += 1;
  return text.length - pairs;
}

function isPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

/** Unlike `sameValue` of the rules, absent and null differ here, as in Ajv. */
function equalJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || !left || !right) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [from, to] = [Object.entries(left), right as Record<string, unknown>];
  if (from.length !== Object.keys(to).length) return false;
  return from.every(([name, value]) => Object.hasOwn(to, name) && equalJson(value, to[name]));
}
