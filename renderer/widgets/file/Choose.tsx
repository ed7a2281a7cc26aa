import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { type FileLimits, fileEndings } from '#engine';

type Props = {
  readonly limits: FileLimits | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isMany?: boolean;
  /** Opens the camera of a phone. */
  readonly isCamera?: boolean;
  readonly children: ReactNode;
};

/** Opens the file picker when its button is pressed. */
export function Choose({ limits, onFiles, isMany = false, isCamera = false, children }: Props) {
  const accept = limits?.accept ?? [];
  return (
    <FileTrigger
      acceptedFileTypes={accept.flatMap((type) => [type, ...fileEndings(type).map((ending) => `.${ending}`)])}
      allowsMultiple={isMany}
      {...(isCamera && { defaultCamera: 'environment' as const })}
      onSelect={(files) => onFiles([...(files ?? [])])}
    >
      {children}
    </FileTrigger>
  );
}
