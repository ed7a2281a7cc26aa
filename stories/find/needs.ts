/** What a designer needs, and the story that shows it. */
export type Need = {
  readonly need: string;
  /** The widget or part by its name. */
  readonly answer: string;
  readonly story: string;
  /** When to use something else. */
  readonly unless?: string;
};

export type NeedGroup = { readonly title: string; readonly needs: readonly Need[] };

const of = (need: string, answer: string, story: string, unless?: string): Need => ({
  need,
  answer,
  story,
  unless,
});

/** The index by need. Stories are named by their ids; a test holds that each exists. */
export const needs: readonly NeedGroup[] = [
  {
    title: 'Choose',
    needs: [
      of('One of a few', 'Radio', 'widgets-radio--filled', 'More than five: Select'),
      of('One of thirty', 'Select', 'widgets-select--thirty-choices', 'More than thirty: Reference'),
      of('One of thousands', 'Reference', 'widgets-reference--three-thousand-choices'),
      of('Any of a few', 'Flags', 'widgets-flags--filled', 'Stored as a list of codes: Choices'),
      of('Several records', 'References', 'widgets-references--filled', 'Dozens at once: Record picker'),
      of('Yes or no', 'Checkbox', 'widgets-checkbox--filled', 'At once, without Save: Switch'),
      of('On or off, at once', 'Switch', 'parts-switch--all-states'),
      of('Roles', 'Roles', 'widgets-roles--all-states'),
    ],
  },
  {
    title: 'Enter',
    needs: [
      of('A short text', 'Text', 'widgets-text--filled', 'Several lines: Multiline text'),
      of('A colour that must be readable', 'Colour', 'widgets-colour--filled'),
      of('A long text', 'Multiline text', 'widgets-multiline-text--filled', 'With formatting: HTML'),
      of('A text in both languages', 'Localized text', 'widgets-localized-text--filled'),
      of('Formatted text', 'HTML', 'widgets-html--filled'),
      of('An amount of money', 'Money', 'widgets-money--filled', 'Many amounts by two lists: Matrix'),
      of('A percentage', 'Percent', 'widgets-percent--filled'),
      of('A count', 'Whole number', 'widgets-whole-number--filled'),
      of('A number with decimals', 'Decimal', 'widgets-decimal--filled'),
      of('A date', 'Date', 'widgets-date--filled', 'With a time: Date and time'),
      of('A date with a time', 'Date and time', 'widgets-date-and-time--filled'),
      of('A file', 'File', 'widgets-file--all-states'),
      of('An address or other group', 'Object', 'widgets-object--filled'),
      of('Rows of a record', 'Rows', 'widgets-rows--filled', 'Records of their own: a list on the page'),
      of('A table of amounts', 'Matrix', 'widgets-matrix--all-states'),
      of('A condition', 'Rule', 'widgets-rule--all-states'),
      of('A list of values', 'Value list', 'widgets-value-list--all-states'),
    ],
  },
  {
    title: 'Show and find',
    needs: [
      of('Many records', 'Data grid', 'screens-products--list'),
      of('A state', 'Badge', 'parts-badge--all-states'),
      of('Related facts', 'Card', 'parts-card--all-states'),
      of('Sections of a page, one at a time', 'Tabs', 'parts-tabs--all-states'),
      of('A hierarchy', 'Graph', 'widgets-graph--all-states'),
      of('A client’s own name, logo and colours', 'Brand preview', 'widgets-brand-preview--all-states'),
      of('Empty, failed or loading', 'Empty, failed, loading', 'parts-empty-failed-loading--all-states'),
    ],
  },
  {
    title: 'Act and answer',
    needs: [
      of('An action', 'Button', 'parts-button--all-states', 'Only go somewhere: Link'),
      of('More than three actions', 'Menu', 'parts-menu--all-states'),
      of('Ask before an action', 'Ask dialog', 'shell-ask-dialog--all-states'),
      of('Confirm that it worked', 'Toasts', 'parts-toasts--all-states'),
      of('Long-running work', 'Job dialog', 'shell-job-dialog--all-states'),
      of('Two people edited the same record', 'Conflict dialog', 'shell-conflict-dialog--all-states'),
      of('Unsaved changes', 'Draft bar', 'parts-draft-bar--all-states'),
      of('Notify someone', 'Bell', 'shell-bell--all-states'),
    ],
  },
  {
    title: 'Build without code',
    needs: [
      of('A workflow', 'Graph', 'screens-workflows-automations-forms-prints--workflow-graph'),
      of('An automation', 'Steps', 'screens-workflows-automations-forms-prints--call-step'),
      of('A form for people without an account', 'Public form', 'screens-public-form--answering'),
      of('A document on paper', 'Print format', 'screens-workflows-automations-forms-prints--print-editor'),
      of('The layout of a screen', 'Canvas', 'screens-configurator--canvas'),
    ],
  },
];
