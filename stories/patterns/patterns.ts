/** What is shown beside a sentence: a story, drawn live. */
type Shown = {
  readonly text: string;
  readonly story: string;
  readonly height?: number;
  readonly locale?: string;
  readonly width?: number;
};

export type Pattern = {
  readonly title: string;
  readonly lead: string;
  readonly do: readonly Shown[];
  readonly avoid: readonly string[];
  /** Part of a shipped declaration that makes it: the file, and the keys that lead there. */
  readonly declared?: { readonly file: string; readonly at: string };
  readonly note?: string;
};

export const patterns = {
  permission: {
    title: 'Permission',
    lead: 'People see what they may open and press what they may do. Where someone could do it under other circumstances, the button stays and says why not.',
    do: [
      { text: 'Leave out what a role can never do.', story: 'screens-product--for-reading', height: 420 },
      {
        text: 'Keep a button that is refused for now, and give the reason on hover and on focus.',
        story: 'parts-button--refused-says-why',
        height: 160,
      },
    ],
    avoid: [
      'A greyed button without a reason',
      'An error after the click for something that was known before',
      'Hiding a field whose absence leaves a gap that people ask about',
    ],
    declared: { file: 'screens/configuration/new-used-rules.json', at: 'blocks.?entity.actions.0' },
    note: 'The same `access` is asked by the server, so a hidden action is also a refused call.',
  },
  destructive: {
    title: 'Destructive actions',
    lead: 'Ask once, name what goes, and say what stays. The button repeats the verb.',
    do: [
      {
        text: 'Name the record and the consequence. The safe answer has the focus.',
        story: 'shell-ask-dialog--all-states',
        height: 420,
      },
      {
        text: 'Where the deed cannot be undone, ask for the name.',
        story: 'shell-ask-dialog--answers-only-what-will-do',
        height: 420,
      },
    ],
    avoid: [
      '“Are you sure?”',
      'Yes and No',
      'A question for something that undo would repair',
      'Two questions in a row',
    ],
    declared: { file: 'screens/configuration/new-used-rules.json', at: 'blocks.?entity.rowActions.0' },
  },
  bulk: {
    title: 'Bulk work',
    lead: 'Choose rows, see how many, act on all of them in one deed that succeeds or fails as a whole.',
    do: [
      {
        text: 'Show the count and the actions only once something is chosen.',
        story: 'screens-products--list',
        height: 480,
      },
      {
        text: 'Show the progress of long work, and let it be cancelled.',
        story: 'shell-job-dialog--share-known',
        height: 320,
      },
    ],
    avoid: [
      'One request a row',
      'Silence about the rows that were left out',
      'A selection that is lost on the next page',
    ],
    declared: { file: 'screens/catalogue/products.json', at: 'blocks.?bulk.bulk' },
  },
  empty: {
    title: 'Empty',
    lead: 'An empty place says what belongs there and offers to begin. An empty search says what was searched.',
    do: [
      { text: 'One sentence, one action.', story: 'parts-empty-failed-loading--empty', height: 260 },
      {
        text: 'A list with no rows offers to add the first one.',
        story: 'screens-products--no-rows',
        height: 480,
      },
      {
        text: 'Without the right to add, the list with no rows only says what belongs there.',
        story: 'screens-products--no-rows-no-right',
        height: 480,
      },
      {
        text: 'When filters match no rows, clearing them is one click away.',
        story: 'screens-products--no-match',
        height: 480,
      },
    ],
    avoid: ['“No data”', 'A picture without words', '“No results” where nothing was searched'],
    declared: { file: 'screens/configuration/new-used-rules.json', at: 'blocks.?entity.empty' },
  },
  loading: {
    title: 'Loading',
    lead: 'The page keeps its shape while it waits, so that nothing jumps when the answer comes.',
    do: [
      {
        text: 'Rows where rows will be, fields where fields will be.',
        story: 'parts-empty-failed-loading--loading-rows',
        height: 260,
      },
      { text: 'A button that works keeps its width.', story: 'parts-button--all-states', height: 300 },
    ],
    avoid: [
      'A spinner over the whole page',
      'A skeleton for less than 150 ms',
      'Controls that move under the pointer',
    ],
  },
  errors: {
    title: 'Errors',
    lead: 'Say what happened, where, and what to do. Nothing that was typed is lost.',
    do: [
      {
        text: 'At the field: what is wrong and what would be right.',
        story: 'widgets-money--invalid',
        height: 140,
      },
      {
        text: 'For a block that failed: the block alone, with a way to try again.',
        story: 'parts-empty-failed-loading--block-failed',
        height: 260,
      },
      { text: 'In French as in English.', story: 'widgets-money--invalid', height: 140, locale: 'fr-CA' },
      {
        text: 'When a save is refused or failed, one alert above the form lists every field to correct.',
        story: 'screens-product-form--required',
        height: 480,
      },
      {
        text: 'A refused save on a phone, in French: the same alert, and the first field has the focus.',
        story: 'screens-product-form--refused-in-french',
        height: 640,
        locale: 'fr-CA',
        width: 390,
      },
      {
        text: 'A save that did not reach the server keeps everything and can be sent again.',
        story: 'screens-product-form--connection-lost',
        height: 480,
      },
    ],
    avoid: ['A code instead of a sentence', 'The same failure in two places', 'Red without words'],
  },
  longWork: {
    title: 'Long work',
    lead: 'Work of more than a second or two runs on the server. The person may leave, and is told when it is done.',
    do: [
      {
        text: 'A dialog that can be left: the work goes on.',
        story: 'shell-job-dialog--all-states',
        height: 420,
      },
      { text: 'A line on every page while it runs.', story: 'pages-running-work--all-states', height: 220 },
      { text: 'A notification at the end, with a way there.', story: 'shell-bell--all-states', height: 420 },
    ],
    avoid: [
      'A browser that must stay open',
      'A percentage that is made up',
      'A success message before the commit',
    ],
    declared: { file: 'schemas/profiles/dealer-product/api.json', at: 'routes.?job' },
  },
  conflict: {
    title: 'Conflict',
    lead: 'Two people changed the same record. Whoever saves second sees both versions, field by field, and chooses.',
    do: [
      {
        text: 'Only fields that differ; what does not conflict is merged.',
        story: 'shell-conflict-dialog--all-states',
        height: 480,
      },
    ],
    avoid: [
      'The last save wins',
      'A lock that someone forgets',
      '“Reload and try again” with a form full of work',
    ],
  },
  unsaved: {
    title: 'Unsaved work',
    lead: 'What is typed is kept on this device until it is saved or discarded, also when the browser closes.',
    do: [
      {
        text: 'Offer what was found, with its age; restore nothing by itself.',
        story: 'parts-draft-bar--all-states',
        height: 260,
      },
    ],
    avoid: [
      'A warning that offers no way to keep the work',
      'A save bar without changes',
      'Secrets kept in a draft',
    ],
  },
  firstUse: {
    title: 'First use',
    lead: 'A person who opens a page for the first time sees where to begin, in the place where they will work later.',
    do: [
      {
        text: 'An empty list with its first action.',
        story: 'parts-empty-failed-loading--empty',
        height: 260,
      },
      {
        text: 'A new account is offered a short tour by role. Its panel blocks nothing, and it does not come back.',
        story: 'screens-first-day--tour-offered',
        height: 480,
      },
      {
        text: 'An empty installation greets with the steps that set it up.',
        story: 'screens-first-day--first-steps',
        height: 480,
      },
      { text: 'Shortcuts are one key away.', story: 'shell-navigation--shortcuts', height: 480 },
    ],
    avoid: ['A tour that blocks the page', 'Sample data that looks real', 'A tip that comes back'],
  },
  search: {
    title: 'Search and filters',
    lead: 'Filters stand above the list, act at once, and are in the address: a list can be sent to a colleague.',
    do: [
      {
        text: 'Two or three filters in sight; the number found is announced.',
        story: 'screens-products--list',
        height: 480,
      },
      { text: 'Everything else by name, from anywhere.', story: 'shell-navigation--palette', height: 420 },
    ],
    avoid: [
      'A Search button',
      'Filters that are forgotten on the way back',
      '“Nothing found” without a way to clear',
    ],
    declared: { file: 'screens/configuration/new-used-rules.json', at: 'blocks.?entity.filters' },
  },
  phones: {
    title: 'Phones',
    lead: 'The same screens at 390 pixels: nothing is missing, nothing scrolls sideways except a table that says so.',
    do: [
      {
        text: 'A data grid becomes cards: each row shows its name first, then its columns by their headings.',
        story: 'screens-products--on-a-phone',
        height: 640,
        width: 390,
      },
      {
        text: 'Filters fold behind one button that counts them.',
        story: 'parts-folded-filters--all-states',
        height: 260,
        width: 390,
      },
      {
        text: 'A form is one column, and its Save stays in reach.',
        story: 'screens-product-form--refused-in-french',
        height: 640,
        width: 390,
        locale: 'fr-CA',
      },
    ],
    avoid: [
      'A screen of its own for phones',
      'Columns that are dropped without a way to see them',
      'Actions that only appear on hover',
    ],
  },
  states: {
    title: 'States and their colours',
    lead: 'The colour of a status comes from its tone in the lookup of its states, never from a screen. A badge, a board, a chart and a calendar read the same tone.',
    do: [
      { text: 'The five tones of a badge.', story: 'parts-badge--all-states', height: 120 },
      {
        text: 'The columns of a board have the colours of their states.',
        story: 'screens-layouts-of-a-list--board',
        height: 480,
      },
      {
        text: 'A row coloured by a condition also says so in words.',
        story: 'screens-layouts-of-a-list--colours',
        height: 480,
      },
    ],
    avoid: [
      'A colour chosen for one screen',
      'A colour without a word',
      'Red for something that is only finished',
    ],
    declared: { file: 'schemas/lookups/product-state-type.json', at: 'items' },
    note: 'The tokens of each tone, with the contrast of every pair, are on the page Colour.',
  },
  pageOrSteps: {
    title: 'One page or steps',
    lead: 'A form is one page with sections. Steps are for what cannot be known before: an answer decides what is asked next.',
    do: [
      {
        text: 'One page: sections, an index beside it, one Save.',
        story: 'screens-product-form--new',
        height: 480,
      },
      {
        text: 'One question that leads to the next.',
        story: 'shell-ask-dialog--one-answer-leads-to-the-next',
        height: 420,
      },
    ],
    avoid: [
      'Steps that only divide a long form',
      'A Next that saves half a record',
      'Going back that loses answers',
    ],
  },
} as const satisfies Readonly<Record<string, Pattern>>;
