import type { StoryServer } from './startStoryServer.ts';

/** Answers the next call of each list as if nothing were stored. */
export const emptyLists =
  (...paths: readonly RegExp[]) =>
  async (server: StoryServer): Promise<void> => {
    for (const path of paths)
      server.intercept({
        method: 'GET',
        path,
        answer: async (_, pass) => {
          const body = (await (await pass()).json()) as object;
          return Response.json({ ...body, Items: [], TotalItems: 0 });
        },
      });
  };
