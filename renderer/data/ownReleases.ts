/** Releases that this window puts in force: who publishes is told so there, and not again as everybody else is. */
export type OwnReleases = {
  /** Runs a publication; its answer says the version that is in force by it. */
  readonly publish: <Answer extends Published>(call: () => Promise<Answer>) => Promise<Answer>;
  /** Whether the version came into force from here. Waits for a publication that is under way: the news may be faster than its answer. */
  readonly isOwn: (version: string) => Promise<boolean>;
};

type Published = { readonly Version: string };

/** The memory of one window. */
export function createOwnReleases(): OwnReleases {
  let latest: string | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  return {
    publish: async (call) => {
      const publication = call();
      underWay = publication.catch(() => undefined);
      const answer = await publication;
      latest = answer.Version;
      return answer;
    },
    isOwn: async (version) => {
      await underWay;
      // Declarations that come back have the version they had: what was published before others is news again.
      if (version !== latest) latest = undefined;
      return version === latest;
    },
  };
}
