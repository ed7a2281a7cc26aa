/** What changes in forced colours: the selectors of `forcedColours.css`, and a story that shows each. */
export const forced = [
  {
    what: 'The current page, tab, option, row, cell, radio button and pressed button',
    how: 'An outline instead of a background',
    of: [
      '[aria-current]',
      'tab',
      'option"][aria-selected',
      'option"][data-selected',
      'row',
      'tr[',
      'gridcell',
      'radio',
      'aria-pressed',
    ],
    story: 'parts-tabs--all-states',
  },
  {
    what: 'The option or menu item that the keys would choose',
    how: 'The highlight colours of the system',
    of: ['option"][data-focused', 'menuitem"', 'menuitemradio'],
    story: 'parts-select--all-states',
  },
  {
    what: 'Buttons, switches, progress bars, dialogs, alerts and tooltips',
    how: 'An edge where a background or a shadow would be',
    of: ['button', 'switch', 'progressbar', 'dialog', 'alert', 'tooltip'],
    story: 'parts-button--all-states',
  },
  {
    what: 'What has the focus',
    how: 'An outline in the highlight colour',
    of: [':focus-visible'],
    story: 'parts-text-input--all-states',
  },
  {
    what: 'Charts',
    how: 'They keep their own colours, on a surface of their own',
    of: ['data-chart'],
    story: 'screens-home-and-dashboards--dashboard',
  },
  {
    what: 'Icons',
    how: 'The colour of the text next to them',
    of: ['svg.lucide'],
    story: 'parts-icon-button--all-states',
  },
] as const;
