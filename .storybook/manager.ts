import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

addons.setConfig({
  theme: create({
    base: 'light',
    brandTitle: 'Formwright',
    brandUrl: './?path=/docs/start-here--overview',
    brandTarget: '_self',
    fontBase: '"Inter Variable", system-ui, sans-serif',
    colorSecondary: '#4b52d1',
    appBg: '#f6f7f9',
    appBorderRadius: 6,
  }),
  layoutCustomisations: {
    // The playground has controls of its own, and needs the room.
    showPanel: ({ storyId }: { storyId?: string }, isShown: boolean) =>
      isShown && storyId !== 'playground--playground',
  },
});
