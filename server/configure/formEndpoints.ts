/** `/configure/forms`: the public forms in force, and what they have received. */

import { formsOf } from '../forms/formNamed.ts';
import { answerEntity } from '../forms/takeAnswer.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { allOf, equals } from '../operations/filters.ts';
import { configuring } from './draftEndpoints.ts';

export function formEndpoints(): readonly Endpoint[] {
  return [{ ...configuring, method: 'GET', path: '/configure/forms', handle: list }];
}

const day = 24 * 3_600_000;

async function list(call: ApiCall): Promise<Response> {
  const { store, model, ports } = call.runtime;
  const value = new Date(ports.now().getTime() - day).toISOString();
  const recent = { kind: 'compare', path: 'CreatedDate', operator: 'ge', value } as const;
  const items = formsOf(model).map(async ({ id, address, entity, off }) => {
    const own = equals('Form', id);
    const sort = [{ path: 'CreatedDate', direction: 'desc' }] as const;
    const page = { number: 1, size: 1 };
    const { items: last } = await store.find({ entity: answerEntity, filter: own, sort, page });
    return {
      ...{ Id: id, Address: address, Entity: entity, IsOff: off, Url: `${ports.publicUrl}/f/${address}` },
      Total: await store.count(answerEntity, own),
      Recent: await store.count(answerEntity, allOf([own, recent])),
      Last: last[0]?.CreatedDate ?? null,
    };
  });
  return json({ Items: await Promise.all(items) });
}
