/** Why code: the fields that are mapped stand in the file. */
import type { Action } from '../Action.ts';
import { loadDocument } from './loadDocument.ts';
import { knownPaths } from './mappingScope.ts';
import { formFields, mappingRows } from './readMappings.ts';

/** `GET /document/paths`: what any form field may be filled from. */
export const listPaths: Action = async (call) => {
  const items = knownPaths(call.runtime.model).map((Path) => ({ Path }));
  return { Items: items, TotalItems: items.length };
};

/** `GET /document/{id}/mappings`: each form field and what it is filled from. */
export const listMappings: Action = async (call, { id = '' }) => {
  const document = await loadDocument(call, id);
  const items = mappingRows(document.record, await formFields(call, document));
  const { Id, Revision } = document.record;
  return { Id, Revision, Items: items, TotalItems: items.length };
};
