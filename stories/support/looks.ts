/** A story as it looks elsewhere. The look is not tested: what the story does is tested once. */
import type { StoryObj } from '@storybook/react-vite';
import type { StoryApp } from './StoryApp.tsx';

type Story = StoryObj<typeof StoryApp>;

const other = ({ name: _name, play: _play, ...story }: Story): Story => story;

export const inFrench = (story: Story): Story => ({
  ...other(story),
  args: { ...story.args, locale: 'fr-CA' },
  globals: { ...story.globals, locale: 'fr-CA' },
});

export const inDark = (story: Story): Story => ({
  ...other(story),
  globals: { ...story.globals, theme: 'dark' },
});

export const onAPhone = (story: Story): Story => ({
  ...other(story),
  globals: { ...story.globals, viewport: { value: 'narrow' } },
});
