import { createContext, useContext } from 'react';

/** How saving one form ended. Where it was not saved: the pointer of the first field that stands in the way, if any. */
export type SaveEnd = { readonly isSaved: boolean; readonly path?: string };

/** A form of the page, as the page sees it. */
export type Work = {
  /** The block it stands in, and its name there. */
  readonly block: string;
  readonly title: string;
  readonly isDirty: boolean;
  /** It saves by itself: saved with the others at once, but neither named nor taken back. */
  readonly isQuiet: boolean;
  readonly save: () => Promise<SaveEnd>;
  readonly discard: () => void;
};

export type Refusal = { readonly block: string; readonly path?: string };

/** The forms of one page, saved and taken back together. */
export type PageWork = {
  readonly set: (key: string, work: Work) => void;
  readonly remove: (key: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Unsaved work that is to be named, in the order of the page; the same list while nothing changes. */
  readonly unsaved: () => readonly Work[];
  /** Whether there is no form at all, and whether none has anything to save. */
  readonly isEmpty: () => boolean;
  readonly isClean: () => boolean;
  /** Saves one form after the other; answers the first that was refused. A second call meanwhile does nothing. */
  readonly saveAll: () => Promise<Refusal | undefined>;
};

const PageWorkContext = createContext<PageWork | undefined>(undefined);

export const PageWorkProvider = PageWorkContext.Provider;

/** The work of the page around; undefined where a form stands outside a screen. */
export function usePageWork(): PageWork | undefined {
  return useContext(PageWorkContext);
}

type BlockPlace = { readonly id: string; readonly title: string };

const BlockPlaceContext = createContext<BlockPlace | undefined>(undefined);

export const BlockPlaceProvider = BlockPlaceContext.Provider;

/** The block of the screen that a part stands in. */
export function useBlockPlace(): BlockPlace | undefined {
  return useContext(BlockPlaceContext);
}

/** The memory of a page's forms; `order` names its blocks as they are shown. */
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

/** One after the other: forms of one record build on each other's revision. */
async function saveEach(works: readonly Work[]): Promise<Refusal | undefined> {
  let first: Refusal | undefined;
  for (const { block, save } of works) {
    const { isSaved, path } = await save();
    if (!isSaved) first ??= { block, path };
  }
  return first;
}
