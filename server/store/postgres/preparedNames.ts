/** The most statements prepared per connection: each takes memory on the server. */
const mostPrepared = 300;

/** The most characters of merged reads among them: a plan takes some 250 bytes for each, per connection. */
const mostMerged = 160_000;

export function createNames() {
  let generation = 0;
  let names = new Map<string, string>();
  let seen = new Set<string>();
  let merged = 0;
  return {
    /** Undefined for a statement seen for the first time, or one that is not prepared. */
    nameOf: (text: string): string | undefined => {
      const known = names.get(text);
      if (known) return known;
      if (names.size >= mostPrepared || !/^(select|insert|update|delete|with)/.test(text)) return undefined;
      const isMerged = text.startsWith('with');
      if (isMerged && merged + text.length > mostMerged) return undefined;
      if (!seen.has(text)) {
        if (seen.size >= 5000) seen = new Set();
        seen.add(text);
        return undefined;
      }
      const name = `f${generation}_${names.size}`;
      names.set(text, name);
      if (isMerged) merged += text.length;
      return name;
    },
    renew: () => {
      generation += 1;
      names = new Map();
      merged = 0;
    },
  };
}
