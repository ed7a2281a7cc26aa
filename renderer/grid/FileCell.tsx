import { useMemo } from 'react';
import { useApi } from '../data/App.tsx';
import { useToast } from '../data/dialogs.tsx';
import { createFiles, type FileFacts } from '../data/files.ts';
import { FileLink } from '../widgets/file/FileLink.tsx';
import type { CellTools } from './cellTools.ts';

/** A file name that downloads the file. */
export function FileCell({ file, tools }: { file: FileFacts; tools: CellTools }) {
  const [api, toast] = [useApi(), useToast()];
  const files = useMemo(() => createFiles(api), [api]);
  const about = `file ${file.Id}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a double click is for the file, not the row
    <span onDoubleClick={(event) => event.stopPropagation()}>
      <FileLink
        file={file}
        locale={tools.locale}
        message={tools.say}
        download={async (wanted) => {
          await files.download(wanted);
          toast.settle(about);
        }}
        onFailure={(text) => toast.show(text, 'error', about)}
        isBrief
      />
    </span>
  );
}
