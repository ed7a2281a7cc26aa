import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'place', title: 'Meeting place' };
const harbour = '49.2827,-123.1207';

/** PlaceWidget in all its states. */
const meta = {
  title: 'Widgets/Place',
  tags: ['map', 'coordinates', 'position', 'explanation'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'place'),
  parameters: {
    about: docsOf({
      widget: 'place',
      what: 'A latitude and a longitude: typed, pasted from a map, or the position of the device.',
      use: ['Where an inspector stands', 'The site of a delivery'],
      not: ['A postal address: text fields'],
      anatomy: [
        'Control: 49.2827, -123.1207; on leaving, what was typed or pasted is written this way',
        'Use my position: asks the browser, which asks the person',
        'Link: the place in a map',
        'Below: how accurate the position is, or why there is none',
      ],
      keyboard: { Tab: 'To the field, the button, the link', Enter: 'On the button: asks for the position' },
      screenReader: 'The accuracy of the position, or why there is none, is announced.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Replaces the positions of the browser for one story. */
function answerPositions(answer: Geolocation['getCurrentPosition']) {
  return () => {
    const own = Object.getOwnPropertyDescriptor(navigator, 'geolocation');
    const value = { getCurrentPosition: answer };
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value });
    return () => {
      if (own) Object.defineProperty(navigator, 'geolocation', own);
      else Reflect.deleteProperty(navigator, 'geolocation');
    };
  };
}

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const input = canvas.getByLabelText('Meeting place');
    await userEvent.type(input, `49°16'57.72"N 123°7'14.52"W`);
    await expect(args.onValue).toHaveBeenLastCalledWith(harbour);
    await userEvent.tab();
    await expect(input).toHaveValue('49.2827, -123.1207');
    await expect(canvas.getByRole('link', { name: 'Open in a map' })).toHaveAttribute(
      'href',
      'geo:49.2827,-123.1207',
    );
    await userEvent.clear(input);
    await userEvent.type(input, 'Vancouver');
    await userEvent.tab();
    await expect(input).toBeInvalid();
    await expect(input).toHaveValue('Vancouver');
    await expect(canvas.queryByRole('link')).toBeNull();
    await userEvent.clear(input);
    await userEvent.paste('https://www.openstreetmap.org/?mlat=49.2827&mlon=-123.1207#map=12/48.1/-122.9');
    await expect(args.onValue).toHaveBeenLastCalledWith(harbour);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: harbour } };
export const OwnMap: Story = {
  args: { value: harbour, options: { map: 'https://maps.example.com/?at={latitude},{longitude}' } },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('link')).toHaveAttribute(
      'href',
      'https://maps.example.com/?at=49.2827,-123.1207',
    );
  },
};
export const Positioned: Story = {
  beforeEach: answerPositions((take) =>
    take({
      coords: { latitude: 49.28270000001, longitude: -123.1207, accuracy: 11.2 },
    } as GeolocationPosition),
  ),
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Use my position: Meeting place' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(harbour);
    await expect(canvas.getByLabelText('Meeting place')).toHaveValue('49.2827, -123.1207');
    await expect(canvas.getByRole('status')).toHaveTextContent('Your position is accurate to 12 m.');
  },
};
export const Denied: Story = {
  beforeEach: answerPositions((_, refuse) => refuse?.({ code: 1 } as GeolocationPositionError)),
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Use my position: Meeting place' }));
    await expect(canvas.getByRole('status')).toHaveTextContent(/The browser may not tell your position/);
    await expect(args.onValue).not.toHaveBeenCalled();
    await userEvent.type(canvas.getByLabelText('Meeting place'), '49, 5');
    await expect(canvas.getByRole('status')).toBeEmptyDOMElement();
  },
};
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: harbour },
};
export const Invalid: Story = {
  tags: ['!test'],
  args: { required: true, submitted: true, value: 'Vancouver' },
};
export const ReadOnly: Story = { tags: ['!test'], args: { value: harbour, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: harbour, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf
      args={meta.args}
      stories={{ Empty, Filled, OwnMap, Positioned, Denied, WithHelp, Invalid, ReadOnly, Locked }}
    />
  ),
};
