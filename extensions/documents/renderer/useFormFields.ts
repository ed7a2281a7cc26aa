import { useEffect, useRef, useState } from 'react';

import { fillPath, type WidgetProps } from '#renderer';
export type FormFieldRow = {
  readonly Field: string;
  /** Absent for a field that the current file no longer has. */
  readonly Type?: string | null;
  readonly Title?: string | null;
};

type Found = {
  readonly rows: readonly FormFieldRow[];
  /** Suggested sources of a field. */
  readonly paths: readonly string[];
  readonly state: 'loading' | 'ready' | 'failed';
  /** The server's reason for a failure. */
  readonly problem?: string;
};

/**
 * Loads the form fields of the record's document (`rows`) and the paths to choose from (`paths`), as the
 * options declare.
 */
export function useFormFields({ findRecords, options, form }: WidgetProps): Found {
  const [found, setFound] = useState<Found>({ rows: [], paths: [], state: 'loading' });
  const find = useRef(findRecords);
  find.current = findRecords;
  const { Id, Revision } = form.stored();
  const rowsFrom = fillPath(String(options.rows ?? ''), { root: { Id } });
  const pathsFrom = String(options.paths ?? '');
  // A newer revision may hold another file.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads when the revision changes
  useEffect(() => {
    let isCurrent = true;
    Promise.all([find.current({ find: rowsFrom }), find.current({ find: pathsFrom })]).then(
      ([rows, paths]) =>
        isCurrent &&
        setFound({
          rows: rows as readonly unknown[] as readonly FormFieldRow[],
          paths: paths.map(({ Path }) => String(Path)),
          state: 'ready',
        }),
      (error: Error) =>
        isCurrent && setFound({ rows: [], paths: [], state: 'failed', problem: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [rowsFrom, pathsFrom, Revision]);
  return found;
}
