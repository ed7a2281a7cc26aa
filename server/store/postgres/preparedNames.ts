/** The most statements prepared per connection: each takes memory on the server. */
const mostPrepared = 300;

export function createNames() {
  let generation = 0;
  let names = new Map<string, string>();
  let seen = new Set<string>();
  return {
    /** Undefined for a statement seen for the first time, or one that is not prepared. */
    nameOf: (text: string): string | undefined => {
      const known = names.get(text);
      if (known) return known;
      if (names.size >= mostPrepared || !/^(select|insert|update|delete)/.test(text)) return undefined;
      if (!seen.has(text)) {
        if (seen.size >= 5000) seen = new Set();
        seen.add(text);
        return undefined;
      }
      const name = `f${generation}_${names.size}`;
      names.set(text, name);
      return name;
    },
    renew: () => {
      generation += 1;
      names = new Map();
    },
  };
}
