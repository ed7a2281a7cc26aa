import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorBody } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { type JobEnd, useDialogs, useToast } from '../../data/dialogs.tsx';
import type { Intent } from '../../data/intents.ts';
import { useMessage } from '../../data/messages.tsx';
import { tellJob } from '../../data/outcome.ts';
import { pickFile } from '../../data/pickFile.ts';
import { usePreference } from '../../data/preferences.ts';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { sheetTypes } from './sheetTypes.ts';

export type ImportMode = 'both' | 'create' | 'update';

export type PastImport = {
  readonly Id: string;
  readonly FileName: string;
  readonly Status: 'running' | 'done' | 'undone';
  readonly Created: number | null;
  readonly Updated: number | null;
  readonly CreatedDate: string;
  readonly CreatedBy: string;
  readonly CanUndo: boolean;
};

/** What a file may fill in, and the latest imports. */
export type ImportOffer = {
  readonly Fields: readonly { readonly Name: string; readonly Label: string; readonly IsRequired: boolean }[];
  readonly Keys: readonly (readonly string[])[];
  readonly Modes: readonly ImportMode[];
  readonly Items: readonly PastImport[];
};

export type FileColumn = {
  readonly At: number;
  readonly Title: string;
  readonly Field: string | null;
  readonly Samples: readonly string[];
};

type SentFile = {
  readonly FileId: string;
  readonly FileName: string;
  readonly Columns: readonly FileColumn[];
};

export type ImportForm = {
  readonly file: SentFile;
  /** Column → field. */
  readonly fields: Readonly<Record<number, string>>;
  readonly key: readonly string[];
  readonly mode: ImportMode;
};

/** What a person chose last time: title of the column → field, or nothing if it was left out. */
type Remembered = {
  readonly fields: Readonly<Record<string, string | null>>;
  readonly key: readonly string[];
  readonly mode: ImportMode;
};

export function useImportOffer(entity: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['import', entity],
    queryFn: ({ signal }) => api.get<ImportOffer>(`/import/${entity}`, { signal }),
  });
}

/** The steps of an import: file, mapping, trial, import. */
export function useImport(entity: string, offer: ImportOffer) {
  const [api, say] = [useApi(), useMessage()];
  const [chosen, setForm] = useState<ImportForm>();
  const [end, setEnd] = useState<JobEnd & { readonly job: string }>();
  const [kept, remember] = usePreference<Remembered>(`import.${entity}`);
  // The file that the entity was made of, until its rows are imported.
  const [first, setFirst] = usePreference<SentFile | null>(`import.${entity}.file`);
  const waiting = first?.value ?? undefined;
  const [isLeft, setLeft] = useState(false);
  const runJob = useImportJob();
  const offered = waiting && !isLeft && kept ? formOf(waiting, offer, kept.value) : undefined;
  const form = chosen ?? offered;
  const draft = useKeptWork<ImportForm | undefined>({
    key: `import.${entity}`,
    value: chosen,
    isChanged: chosen !== undefined,
    restore: (kept) => {
      setLeft(true);
      setForm(kept);
    },
  });
  const run = async (isTrial: boolean, intent: Intent) => {
    if (!form) return undefined;
    setEnd(undefined);
    const body = bodyOf(form, isTrial);
    const { JobId: job } = await api.send<{ JobId: string }>('POST', `/import/${entity}`, body, { intent });
    remember(rememberedOf(form));
    const done = isTrial
      ? await runJob({ job, title: say('ui.import.checking') })
      : await runJob({ job, title: say('ui.import.running'), success: 'ui.import.done' });
    setEnd({ ...done, job });
    if (!isTrial && done.Status === 'done' && waiting) setFirst(null);
    return done;
  };
  return {
    form,
    /** The file comes from the creation of the entity. */
    isWaiting: form !== undefined && form.file.FileId === waiting?.FileId,
    draft,
    end,
    change: (words: Partial<ImportForm>) => {
      setEnd(undefined);
      setForm(form && { ...form, ...words });
    },
    choose: async () => {
      const content = await pickFile(sheetTypes);
      if (!content) return;
      const body = new FormData();
      body.append('file', content);
      const file = await api.send<SentFile>('POST', `/import/${entity}/file`, body, {
        intent: 'same-content',
      });
      setEnd(undefined);
      setLeft(true);
      setForm(formOf(file, offer, kept?.value));
    },
    check: (intent: Intent) => run(true, intent),
    importAll: (intent: Intent) => run(false, intent),
  };
}

type Watched = {
  readonly job: string;
  /** Title of the progress. */
  readonly title: string;
  /** What a full success says; absent for a trial, whose outcome stays in the dialog. */
  readonly success?: string;
};

/** Watches a job in a dialog, then shows its outcome and reads all lists again. */
export function useImportJob() {
  const [client, dialogs, toasts] = [useQueryClient(), useDialogs(), useToast()];
  const say = useMessage();
  return async ({ job, title, success }: Watched): Promise<JobEnd> => {
    const end = await dialogs.job({ id: job, title });
    if (success === undefined) return end;
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
    tellJob(end, { toasts, say, success, about: 'import' });
    return end;
  };
}

function bodyOf({ file, fields, key, mode }: ImportForm, IsTrial: boolean) {
  const Columns = Object.entries(fields).map(([at, Field]) => ({ At: Number(at), Field }));
  return { FileId: file.FileId, Columns, Key: key, Mode: mode, IsTrial };
}

function formOf(
  file: SentFile,
  { Fields, Keys, Modes }: ImportOffer,
  kept: Remembered | undefined,
): ImportForm {
  const known = new Set(Fields.map(({ Name }) => Name));
  const fields: Record<number, string> = {};
  const taken = new Set<string>();
  for (const { At, Title, Field } of file.Columns) {
    const before = kept?.fields[Title];
    const chosen = before === undefined ? Field : before;
    if (!chosen || !known.has(chosen) || taken.has(chosen)) continue;
    taken.add(chosen);
    fields[At] = chosen;
  }
  const isOffered = (key: readonly string[]) =>
    Keys.some((one) => one.join() === key.join()) && key.every((name) => taken.has(name));
  const key = kept && isOffered(kept.key) ? kept.key : [];
  const mode =
    kept && Modes.includes(kept.mode) && (key.length > 0 || kept.mode === 'create') ? kept.mode : undefined;
  return { file, fields, key, mode: mode ?? (Modes.includes('create') ? 'create' : (Modes[0] ?? 'create')) };
}

function rememberedOf({ file, fields, key, mode }: ImportForm): Remembered {
  const chosen = file.Columns.map(({ At, Title }) => [Title, fields[At] ?? null] as const);
  return { fields: Object.fromEntries(chosen), key, mode };
}

/** A finding at its cell. */
type CellFinding = {
  readonly cell: string;
  readonly row: string;
  readonly column: string;
  readonly text: string;
};

/** The findings of a failed job, with the title of their column. */
export function findingsOf(
  problem: ErrorBody | null | undefined,
  columns: readonly FileColumn[],
): readonly CellFinding[] {
  const placed = (problem?.ValidationErrors ?? []) as readonly {
    readonly Value?: string;
    readonly Cell?: string;
  }[];
  return placed.map(({ Value = '', Cell = '' }) => {
    const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(Cell) ?? [];
    const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
    const column = columns.find(({ At }) => At === at)?.Title || letters;
    return { cell: Cell, row, column, text: Cell ? Value.replace(`${Cell}: `, '') : Value };
  });
}
