import type { Schema } from '../http/fieldSchemas.ts';

type Kind = { readonly isWrite: boolean; readonly hasIds: boolean };

/**
 * The refusals of a call, each with its own status: generators of clients such as Orval write a range (`4XX`)
 * into their code as it stands, which does not compile.
 */
export function errorAnswers({ isWrite, hasIds }: Kind): Schema {
  const statuses = [
    '400',
    '401',
    '403',
    ...(hasIds ? ['404'] : []),
    ...(isWrite ? ['409', '412', '413', '415', '422', '428'] : []),
    '500',
  ];
  return Object.fromEntries(statuses.map((status) => [status, { $ref: '#/components/responses/Error' }]));
}
