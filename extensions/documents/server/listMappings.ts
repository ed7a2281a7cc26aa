/** Custom code: the mapped fields are in the file. */
import { answers, defineAction } from '#server/extension';
import { loadDocument } from './loadDocument.ts';
import { knownPaths } from './mappingScope.ts';
import { formFields, mappingRows } from './readMappings.ts';
import { mappings } from './shapes.ts';

/** `GET /document/paths`: the paths a form field may be filled from. */
export const listPaths = defineAction({
  body: 'none',
  answer: answers.pageOfItems(answers.objectOf([['Path', answers.text]], ['Path'])),
  run: async (call) => {
    const items = knownPaths(call.runtime.model).map((Path) => ({ Path }));
    return { Items: items, TotalItems: items.length };
  },
});

/** `GET /document/{id}/mappings`: each form field and its expression. */
export const listMappings = defineAction({
  body: 'none',
  answer: mappings,
  run: async (call, { id = '' }) => {
    const document = await loadDocument(call, id);
    const items = mappingRows(document.record, await formFields(call, document));
    const { Id, Revision } = document.record;
    return { Id, Revision, Items: items, TotalItems: items.length };
  },
});
