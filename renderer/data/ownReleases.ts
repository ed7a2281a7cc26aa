/** Releases published by this window, whose author needs no second notice. */
export type OwnReleases = {
  /** Runs a publication and remembers the version it puts in force. */
  readonly publish: <Answer extends Published>(call: () => Promise<Answer>) => Promise<Answer>;
  /**
   * Whether this window published the version. Waits for a running publication, as the event may arrive
   * before its answer.
   */
  readonly isOwn: (version: string) => Promise<boolean>;
};

type Published = { readonly Version: string };

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
      // A restored version keeps its old name: after a release by others it is news again.
      if (version !== latest) latest = undefined;
      return version === latest;
    },
  };
}
