import { describe, expect, it } from 'vitest';
import { compileSchema } from '#engine';
import { foldFailures } from './foldFailures.ts';

const id = { type: 'string', format: 'uuid' };
const named = { type: 'object', properties: { Id: id, Amount: { type: 'integer' } }, required: ['Id'] };
const check = compileSchema({
  type: 'object',
  properties: {
    Items: { type: 'array', items: { anyOf: [id, named] } },
    Value: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'number' }, { type: 'null' }] },
    Deep: { anyOf: [{ type: 'array', items: { anyOf: [id, named] } }, { type: 'null' }] },
  },
});
const said = (value: unknown) => foldFailures(check(value)).map(({ path, keyword }) => `${path} ${keyword}`);

describe('failures of a union', () => {
  it('are one per place: those of the branch with the value’s type', () => {
    expect(said({ Items: ['no id'] })).toEqual(['/Items/0 format']);
    expect(said({ Items: [{ Id: 'no id' }] })).toEqual(['/Items/0/Id format']);
    expect(said({ Items: [{}] })).toEqual(['/Items/0 required']);
    expect(said({ Value: 'too long' })).toEqual(['/Value maxLength']);
    expect(said({ Deep: [{ Id: 'x' }] })).toEqual(['/Deep/0/Id format']);
  });

  it('report a wrong type when no branch has it', () => {
    expect(said({ Items: [7] })).toEqual(['/Items/0 type']);
    expect(said({ Value: {} })).toEqual(['/Value type']);
    expect(said({ Deep: 5 })).toEqual(['/Deep type']);
  });

  it('leave everything else unchanged', () => {
    expect(said({ Items: 1 })).toEqual(['/Items type']);
    expect(said({})).toEqual([]);
  });
});
