import { describe, expect, it } from 'vitest';
import { realModel } from './realModel.ts';

/** Calls the specification lists for declared entities: ledger ids, method and path, operation. */
const calls: readonly (readonly [string, string, string])[] = [
  ['C-225', 'GET /product', 'find'],
  ['C-226 R-432', 'GET /product/{id}', 'get'],
  ['C-227', 'POST /product', 'create'],
  ['C-228', 'PUT /product', 'update'],
  ['C-232', 'GET /product/producttype', 'find'],
  ['C-233', 'GET /product/producttypes', 'find'],
  ['C-234', 'GET /product/producttypecategory', 'lookup'],
  ['C-235', 'POST /product/producttype', 'create'],
  ['C-236', 'PUT /product/producttype', 'update'],
  ['C-237', 'GET /product/productgroup', 'find'],
  ['C-238', 'POST /product/productgroup', 'create'],
  ['C-239', 'PUT /product/productgroup', 'update'],
  ['C-240', 'DELETE /product/productgroup/{id}', 'remove'],
  ['C-241', 'GET /product/productstatetype', 'lookup'],
  ['C-242', 'GET /product/operationalbrands/{id?}', 'find'],
  ['C-243', 'GET /product/underwriter', 'find'],
  ['C-244', 'GET /product/participationtype', 'lookup'],
  ['C-245', 'GET /product/inclusiontype', 'lookup'],
  ['C-246', 'GET /product/unitofmeasuretype', 'lookup'],
  ['C-247', 'GET /product/component', 'find'],
  ['C-248', 'GET /product/coverageitem', 'find'],
  ['C-249', 'POST /product/coverageitem', 'create'],
  ['C-250', 'PUT /product/coverageitem', 'update'],
  ['C-251', 'DELETE /product/coverageitem/{id}', 'remove'],
  ['C-252', 'POST /product/coveragegroup', 'create'],
  ['C-253', 'PUT /product/coveragegroup', 'update'],
  ['C-254', 'DELETE /product/coveragegroup/{id}', 'remove'],
  ['C-255', 'POST /product/{ProductId}/coverageitem/order', 'order'],
  ['C-256 R-422', 'POST /product/plan', 'create'],
  ['C-257 R-423', 'PUT /product/plan', 'update'],
  ['C-258 R-424', 'GET /product/plan/{id}', 'get'],
  ['C-259 R-425', 'DELETE /product/plan/{id}', 'remove'],
  ['C-260 R-426', 'POST /product/{ProductId}/plan/order', 'order'],
  ['C-261', 'GET /product/plan/{id}/product', 'get'],
  ['C-262', 'GET /product/coverageitem/{id}/product', 'get'],
  ['C-263', 'PUT /product/{id}/launch', 'transition'],
  ['C-264', 'PUT /product/{id}/state', 'transition'],
  ['C-272', 'GET /product/{id}/agreementdocuments', 'find'],
  ['C-273', 'GET /agreementDocument/agreementTypesForProduct', 'lookup'],
  ['C-274', 'GET /agreementDocument/{typeId}/agreementNames', 'find'],
  ['C-275', 'POST /product/addagreementtoproduct', 'create'],
  ['C-276', 'DELETE /product/{id}/removeagreement/{agreementId}', 'remove'],
  ['C-284', 'POST /document/stamp/', 'action'],
  ['C-285', 'GET /document/{id}/info', 'action'],
  ['C-286', 'GET /document/{id}/mappings', 'action'],
];

const route = (call: string) => realModel().routes.find(({ method, path }) => `${method} ${path}` === call);

describe('calls', () => {
  for (const [ids, call, operation] of calls)
    it(`${ids} ${call}`, () => {
      expect(route(call)?.operation).toBe(operation);
    });

  it('C-228 PUT /product writes the general settings and nothing else', () => {
    expect(new Set(route('PUT /product')?.fields)).toEqual(
      new Set(
        'BrandId UnderwriterId ProductTypeId ProductGroupId Code Description EndDate Name Version IsPromotion IsStackable LaunchDate QuoteExpiryInDays'.split(
          ' ',
        ),
      ),
    );
  });

  it('C-227 C-256 R-422 POST of a product or a plan answers the new id', () => {
    expect([route('POST /product')?.answer, route('POST /product/plan')?.answer]).toEqual(['id', 'id']);
  });

  it('C-361 R-476 plans are listed newest first by default', () => {
    expect(route('GET /product/plan')?.sort).toEqual([{ path: 'CreatedDate', direction: 'desc' }]);
  });

  it('C-330 C-331 C-332 R-456 R-457 R-458 each plan call has its failure message', () => {
    const failures = ['POST /product/plan', 'PUT /product/plan', 'DELETE /product/plan/{id}'].map(
      (call) => route(call)?.failure,
    );
    expect(failures).toEqual(['plan.create.failed', 'plan.update.failed', 'plan.remove.failed']);
  });

  it('C-263 C-264 the state call never launches', () => {
    expect(route('PUT /product/{id}/state')?.except).toEqual(['launch']);
  });
});
