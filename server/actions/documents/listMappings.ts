/** Why code: the fields that are mapped stand in the file. */
import type { Action } from '../Action.ts';
import { loadDocument } from './loadDocument.ts';
import { knownPaths } from './mappingScope.ts';
import { formFields, mappingRows } from './readMappings.ts';

/** `GET /document/{id}/mappings`: each form field and what it is filled from, and the paths to choose from. */
export const listMappings: Action = async (call, { id = '' }) => {
  const document = await loadDocument(call, id);
  const items = mappingRows(document.record, await formFields(document));
  const { Id, Revision } = document.record;
  return { Id, Revision, Items: items, TotalItems: items.length, Paths: knownPaths(call.runtime.model) };
};
