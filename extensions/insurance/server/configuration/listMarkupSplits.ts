// Custom code: the answer holds two lists, which no route operation provides.
import type { DataRecord } from '#engine';
import { allOf, answers, defineAction, equals, findRecords } from '#server/extension';

/** The low-markup and the high-markup splits of a brand and product type, each in order. */
export const listMarkupSplits = defineAction({
  body: 'none',
  answer: answers.all({
    LowMarkupSplits: answers.list(answers.ref('loan-markup-split')),
    HighMarkupSplits: answers.list(answers.ref('loan-markup-split')),
  }),
  run: async (call, { plan, params }) => {
    const of = async (kind: string): Promise<readonly DataRecord[]> => {
      const { items } = await findRecords(call, plan, {
        entity: plan.entity.id,
        filter: allOf([
          equals('OwningEntityId', params.brandId),
          equals('ProductTypeId', params.productTypeId),
          equals('MarkupSplitType', kind),
        ]),
        sort: [{ path: 'SortOrder', direction: 'asc' }],
      });
      return items;
    };
    return { LowMarkupSplits: await of('Low'), HighMarkupSplits: await of('High') };
  },
});
