import { type FileFacts, fileFacts } from '../../data/files.ts';
import type { WidgetProps } from '../types.ts';

/** The files of a list; an id without expansion is still a file that can be downloaded. */
export function listOfFiles({ view, message }: Pick<WidgetProps, 'view' | 'message'>): readonly FileFacts[] {
  if (!Array.isArray(view.value)) return [];
  return view.value.flatMap((entry): readonly FileFacts[] => {
    const facts = fileFacts(entry);
    if (facts) return [facts];
    const id = typeof entry === 'object' && entry !== null && 'Id' in entry ? entry.Id : entry;
    return typeof id === 'string' ? [{ Id: id, Name: message('ui.file.unnamed') }] : [];
  });
}
