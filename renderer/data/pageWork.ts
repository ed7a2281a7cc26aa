import { createContext, useContext } from 'react';

/** Result of saving one form. After a failure, `path` points to the first field in error, if any. */
export type SaveEnd = { readonly isSaved: boolean; readonly path?: string };

/** A form as its page sees it. */
export type Work = {
  /** Its block, and its title there. */
  readonly block: string;
  readonly title: string;
  readonly isDirty: boolean;
  /** It autosaves: included in saving all, but neither listed nor discarded. */
  readonly isQuiet: boolean;
  readonly save: () => Promise<SaveEnd>;
  readonly discard: () => void;
};

export type Refusal = { readonly block: string; readonly path?: string };

/** The forms of one page, saved and discarded together. */
export type PageWork = {
  readonly set: (key: string, work: Work) => void;
  readonly remove: (key: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Unsaved forms to list, in page order; the same array while nothing changes. */
  readonly unsaved: () => readonly Work[];
  /** Whether there are no forms, and whether none has unsaved work. */
  readonly isEmpty: () => boolean;
  readonly isClean: () => boolean;
  /** Saves all forms in order; resolves to the first refusal. Ignored while it already runs. */
  readonly saveAll: () => Promise<Refusal | undefined>;
};

const PageWorkContext = createContext<PageWork | undefined>(undefined);

export const PageWorkProvider = PageWorkContext.Provider;

/** The work of the surrounding page; undefined outside a screen. */
export function usePageWork(): PageWork | undefined {
  return useContext(PageWorkContext);
}

type BlockPlace = { readonly id: string; readonly title: string };

const BlockPlaceContext = createContext<BlockPlace | undefined>(undefined);

export const BlockPlaceProvider = BlockPlaceContext.Provider;

/** The block of the screen that contains a part. */
export function useBlockPlace(): BlockPlace | undefined {
  return useContext(BlockPlaceContext);
}

/** Creates the work of a page; `order` lists its blocks as shown. */
export function createPageWork(order: readonly string[]): PageWork {
  const works = new Map<string, Work>();
  const listeners = new Set<() => void>();
  let unsaved: readonly Work[] = [];
  let isSaving = false;

  const dirty = () =>
    [...works.values()]
      .filter(({ isDirty }) => isDirty)
      .sort((one, other) => order.indexOf(one.block) - order.indexOf(other.block));
  const tell = () => {
    unsaved = dirty().filter(({ isQuiet }) => !isQuiet);
    for (const listener of listeners) listener();
  };
  return {
    set: (key, work) => {
      works.set(key, work);
      tell();
    },
    remove: (key) => {
      if (works.delete(key)) tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    unsaved: () => unsaved,
    isEmpty: () => works.size === 0,
    isClean: () => dirty().length === 0,
    saveAll: async () => {
      if (isSaving) return undefined;
      isSaving = true;
      try {
        return await saveEach(dirty());
      } finally {
        isSaving = false;
      }
    },
  };
}

/** In sequence: forms of one record build on each other's revision. */
async function saveEach(works: readonly Work[]): Promise<Refusal | undefined> {
  let first: Refusal | undefined;
  for (const { block, save } of works) {
    const { isSaved, path } = await save();
    if (!isSaved) first ??= { block, path };
  }
  return first;
}
