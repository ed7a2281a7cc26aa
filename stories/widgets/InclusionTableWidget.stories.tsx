import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory, type WidgetStoryProps } from '../support/WidgetStory.tsx';

const reference = (title: string) => ({
  'x-ref': 'brand',
  'x-expand': { as: 'Item', fields: ['Id', 'Name'] },
  title,
});
const several = (title: string) => ({ type: 'array', items: { 'x-ref': 'brand' }, title });
const schema = {
  type: 'array',
  title: 'Coverage',
  items: {
    type: 'object',
    properties: {
      ItemId: reference('Item'),
      IsOptional: { type: 'boolean', title: 'Optional' },
      Excluded: several('Excluded'),
      Included: several('Included'),
    },
  },
};
const beside = {
  Groups: {
    type: 'array',
    title: 'Groups',
    items: {
      type: 'object',
      properties: { GroupId: { ...reference('Group'), 'x-expand': { as: 'Group', fields: ['Id', 'Name'] } } },
    },
  },
};

const options = {
  label: 'Name',
  itemId: 'ItemId',
  item: 'Item',
  optional: 'IsOptional',
  excluded: 'Excluded',
  included: 'Included',
  inclusionLookup: 'story-inclusion',
  availableItems: { find: '/items' },
  groups: 'Groups',
  groupId: 'GroupId',
  group: 'Group',
  groupItems: 'Items',
  availableGroups: { find: '/groups' },
  texts: {
    add: 'plan.coverage.add',
    available: 'plan.coverage.available',
    inclusion: 'plan.coverage.inclusion',
    incomplete: 'plan.coverage.incomplete',
    columnGroup: 'plan.column.groups',
    columnItem: 'plan.column.items',
    columnExcluded: 'plan.column.exclusions',
    columnIncluded: 'plan.column.inclusions',
    columnInclusion: 'plan.column.inclusion',
    columnActions: 'plan.column.actions',
    remove: 'plan.coverage.remove',
    editMutuals: 'plan.mutuals.edit',
    mutuals: 'plan.mutuals.title',
    none: 'plan.mutuals.none',
    exclusion: 'plan.mutuals.exclusion',
    inclusionRelation: 'plan.mutuals.inclusion',
    mutualsIncomplete: 'plan.mutuals.incomplete',
    empty: 'plan.coverage.empty',
  },
};

const [engine, brakes, steering, glass] = ['Engine', 'Brakes', 'Steering', 'Glass'].map((Name) => ({
  Id: Name.toLowerCase(),
  Name,
}));
const group = { Id: 'comfort', Name: 'Comfort', Items: [{ Id: 'seats', Name: 'Seats' }] };
const lists = {
  '/items': [engine, brakes, steering, glass],
  '/groups': [group],
} as WidgetStoryProps['lists'];
const item = (record: typeof engine, more: object = {}) => ({ ItemId: record?.Id, Item: record, ...more });
const value = [
  item(engine, { IsOptional: false }),
  item(brakes, { IsOptional: true, Excluded: [steering] }),
  item(steering, { IsOptional: true, Excluded: [brakes] }),
];
const filled = { value, holding: { Groups: [{ GroupId: group.Id, Group: group }] } };

/** InclusionTableWidget in all its states. */
const meta = {
  title: 'Widgets/Inclusion table',
  tags: ['include-exclude', 'transfer-list'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, beside, widget: 'inclusion-table', options, lists, onValue: fn() },
  argTypes: controlsOf(schema, 'inclusion-table'),
  parameters: {
    about: docsOf({
      widget: 'inclusion-table',
      what: 'Items and groups that are included or optional, with their exclusions.',
      use: ['Coverage of a plan'],
      not: ['A plain list of records: References or Rows'],
      anatomy: [
        'Rows: a group, then its items',
        'Relations: exclusions and inclusions, in a dialog',
        'Choice: included or optional',
        'Add: items and groups that are not listed yet',
        'Note: options missing from the declaration, instead of the table',
      ],
      keyboard: { Tab: 'From control to control', '← →': 'Included or optional', Esc: 'Closes the dialog' },
      screenReader: '“Coverage Item(s), table.” Each choice carries the name of its item.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /Add Coverage Item/ }));
    const dialog = within(await within(document.body).findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('option', { name: /Brakes/ }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Optional' }));
    await userEvent.click(dialog.getByRole('button', { name: 'OK' }));
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.objectContaining({ ItemId: 'brakes', IsOptional: true }),
    ]);
    await expect(canvas.getByRole('row', { name: /Brakes/ })).toBeVisible();
  },
};
export const Filled: Story = { tags: ['!test'], args: filled };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { ...filled, schema: { ...schema, description: 'What the help text says.' } },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { ...filled, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { ...filled, locked: true, lockedInputs: true } };

/** An incomplete declaration says what it lacks. */
export const OptionsMissing: Story = {
  args: { options: { label: 'Name' } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('note')).toHaveTextContent(/options are missing .*itemId/);
    await expect(args.onValue).not.toHaveBeenCalled();
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf
      columns={1}
      args={meta.args}
      stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked, OptionsMissing }}
    />
  ),
};
