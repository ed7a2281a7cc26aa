import type { JobNotice, OperationCall } from '../operations/OperationCall.ts';

/** The notification of an import leads to the list of its records. */
export function noticeOfImport(
  { runtime: { model } }: OperationCall,
  entity: string,
  title: string,
  about: string,
): JobNotice {
  const list = [...model.screens.values()].find(
    ({ route, blocks }) =>
      !route.includes(':') && blocks.some((block) => block.kind === 'grid' && block.entity === entity),
  );
  return { title, about, ...(list && { to: list.route }) };
}
