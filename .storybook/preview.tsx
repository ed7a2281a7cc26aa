import type { Preview } from '@storybook/react-vite';
import '../renderer/tokens/tokens.css';

const preview: Preview = {
  parameters: {
    layout: 'padded',
    // A finding of axe fails the story's test.
    a11y: { test: 'error' },
  },
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true },
    },
    locale: {
      description: 'Language',
      toolbar: { title: 'Language', icon: 'globe', items: ['en-CA', 'fr-CA'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light', locale: 'en-CA' },
  decorators: [
    (Story, { globals }) => {
      document.documentElement.dataset.theme = globals.theme;
      document.documentElement.lang = globals.locale;
      return <Story />;
    },
  ],
};

export default preview;
