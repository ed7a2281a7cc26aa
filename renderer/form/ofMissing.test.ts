import { describe, expect, it } from 'vitest';
import { ApiError } from '../data/ApiError.ts';
import { ofMissing } from './ofMissing.ts';

const say = (key: string, params: Readonly<Record<string, unknown>> = {}) =>
  `${key} ${params.entity ?? ''}`.trim();
const told = (error: unknown, stored = { Id: 'a1' }) => (ofMissing(error, stored, say) as Error).message;
const notFound = (Missing?: ApiError['body']['Missing']) =>
  new ApiError(404, { Message: 'from the server', Code: 'not-found', ...(Missing && { Missing }) });

describe('a save that finds something missing', () => {
  it('says that the record is gone only if it is the one that was edited', () => {
    expect(told(notFound({ Entity: 'Dealer', Id: 'A1' }))).toBe('ui.form.gone');
    expect(told(notFound({ Entity: 'Brand', Id: 'b2' }))).toBe('ui.form.other-gone Brand');
    expect(told(notFound({ Entity: 'Product', Id: 'b2' }), {} as never)).toBe('ui.form.other-gone Product');
  });

  it('says that the call no longer exists', () => {
    expect(told(notFound({ Path: '/dealer/a1' }))).toBe('ui.form.no-call');
  });

  it('leaves every other refusal as the server wrote it', () => {
    expect(told(notFound())).toBe('from the server');
    const forbidden = new ApiError(403, { Message: 'not yours', Code: 'forbidden' });
    expect(ofMissing(forbidden, { Id: 'a1' }, say)).toBe(forbidden);
    const failed = new Error('no answer');
    expect(ofMissing(failed, { Id: 'a1' }, say)).toBe(failed);
  });
});
