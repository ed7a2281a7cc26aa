import MiniSearch from 'minisearch';

/** An entry of Storybook's `index.json`. */
export type IndexEntry = {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly type: string;
  readonly tags?: readonly string[];
};

/** A page of Storybook: a story file or a page of prose. */
export type Page = {
  readonly title: string;
  /** The docs page, or the first story of a page without one. */
  readonly id: string;
  readonly type: string;
  /** Other names that people search for: the tags of the page. */
  readonly words: readonly string[];
  readonly stories: readonly string[];
  /** Sentences about it: needs, patterns and questions that it answers. */
  readonly about: readonly string[];
};

/** Tags that Storybook sets, or that name a requirement. */
const isMarker = (tag: string) =>
  /^(dev|test|autodocs|manifest|attached-mdx|unattached-mdx|play-fn|story|!.*)$|^[A-Z]+-\d/.test(tag);

/** The sentences about a page, by its title and the beginning of its stories' ids. */
export type AboutOf = (title: string, idPrefix: string) => readonly string[];

/** Joins the entries of each page. */
export function pagesOf(entries: readonly IndexEntry[], aboutOf: AboutOf = () => []): readonly Page[] {
  const titles = [...new Set(entries.map(({ title }) => title))];
  return titles.map((title) => {
    const own = entries.filter((entry) => entry.title === title);
    const first = own.find(({ type }) => type === 'docs') ?? (own[0] as IndexEntry);
    return {
      title: first.title,
      id: first.id,
      type: first.type,
      words: [...new Set(own.flatMap(({ tags = [] }) => tags))].filter((tag) => !isMarker(tag)),
      stories: own.filter(({ type }) => type === 'story').map(({ name }) => name),
      about: aboutOf(title, first.id.split('--')[0] ?? ''),
    };
  });
}

/** A search over pages by title, other names and stories; forgives a typing mistake in a word of five letters. */
export function createPageSearch(pages: readonly Page[]): (text: string) => readonly Page[] {
  const index = new MiniSearch<Page>({
    idField: 'title',
    fields: ['title', 'words', 'stories', 'about'],
    extractField: (page, field) => [page[field as keyof Page]].flat().join(' '),
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u),
    processTerm: stemOf,
    searchOptions: {
      boost: { title: 3, words: 4 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(pages);
  const byTitle = new Map(pages.map((page) => [page.title, page]));
  // “table” is meant before “rate-table”.
  const boostDocument = (title: string, term: string) => (byTitle.get(title)?.words.includes(term) ? 2 : 1);
  // A page that has most words of a question is meant before one that has a single word several times.
  return (text) =>
    index
      .search(text, { boostDocument })
      .sort((one, other) => other.score * other.queryTerms.length - one.score * one.queryTerms.length)
      .flatMap(({ id }) => byTitle.get(id) ?? []);
}

const fillers = new Set(
  'a an and are at be but by can did do does for from get has have how i if in is it its my not of on or our see someone something take takes that the this to use was what when where which while with you your'.split(
    ' ',
  ),
);

/** Words of a question say nothing, and a plural means its singular. */
function stemOf(term: string): string | null {
  const word = term.toLowerCase();
  if (word === '' || fillers.has(word)) return null;
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<![s])s$/, '')
    .replace(/(?<=\w{3})ing$/, '');
}
