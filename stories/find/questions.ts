/** Questions that designers ask, and where this Storybook answers them. */
export type Question = {
  /** The question in several wordings; the first is shown. */
  readonly asked: readonly string[];
  readonly answer: string;
  /** The page by its title, and the story on it that shows the answer. */
  readonly page: string;
  readonly story: string;
};

export const questions: readonly Question[] = [
  {
    asked: ['What do I use for an amount in two currencies?', 'money field in CAD or USD'],
    answer: 'Money: the currency is part of the field, and is written as the language writes it.',
    page: 'Widgets/Money',
    story: 'widgets-money--filled',
  },
  {
    asked: ['How does a refused save look on a phone in French?', 'validation error mobile francais'],
    answer: 'One alert above the form lists the fields to correct; the first one has the focus.',
    page: 'Patterns/Errors',
    story: 'screens-product-form--refused-in-french',
  },
  {
    asked: ['Which widgets change in forced colours?', 'windows high contrast mode'],
    answer: 'What is told apart by a background elsewhere: selection, focus, buttons and charts.',
    page: 'Foundations/Forced colours',
    story: 'parts-tabs--all-states',
  },
  {
    asked: ['How do I ask before deleting?', 'confirm a delete', 'confirm destructive action'],
    answer: 'Ask dialog: it names the record and what stays, and its button repeats the verb.',
    page: 'Patterns/Destructive actions',
    story: 'shell-ask-dialog--all-states',
  },
  {
    asked: ['What shows that a save failed?', 'the save was refused', 'server refused the form'],
    answer: 'An alert above the form, next to what was typed; nothing is lost.',
    page: 'Patterns/Errors',
    story: 'screens-product-form--connection-lost',
  },
  {
    asked: ['Where does a status colour come from?', 'change the colour of a state', 'badge tone by status'],
    answer: 'From the tone of the state in its lookup; a badge, a board and a chart read the same one.',
    page: 'Patterns/States and their colours',
    story: 'parts-badge--all-states',
  },
  {
    asked: [
      'What does a list look like with no rows and no right to add?',
      'empty list without permission to create',
    ],
    answer: 'It says what belongs there, and offers nothing that would be refused.',
    page: 'Patterns/Empty',
    story: 'screens-products--no-rows-no-right',
  },
  {
    asked: ['How does a data grid look on a phone?', 'table on mobile', 'responsive list of rows as cards'],
    answer: 'Each row is a card; the filters fold behind one button.',
    page: 'Patterns/Phones',
    story: 'screens-products--on-a-phone',
  },
  {
    asked: ['How is long work shown?', 'background job progress', 'import that takes minutes'],
    answer: 'A dialog that can be left, a line on every page while it runs, a notification at the end.',
    page: 'Patterns/Long work',
    story: 'shell-job-dialog--all-states',
  },
  {
    asked: ['How is an amount written in French?', 'french number format of money', 'dollar sign in French'],
    answer: 'The sign comes last, after a space that does not break, with a decimal comma: 1 234,50 $.',
    page: 'Widgets/Money',
    story: 'widgets-money--filled',
  },
  {
    asked: ['What does a person see on the first day?', 'welcome checklist of a new account', 'product tour'],
    answer: 'The steps that are left, the own work, and a tour of three to five steps by role.',
    page: 'Patterns/First use',
    story: 'screens-first-day--tour',
  },
];
