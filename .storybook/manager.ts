import { addons } from 'storybook/manager-api';

addons.setConfig({
  layoutCustomisations: {
    // The playground has controls of its own, and needs the room.
    showPanel: ({ storyId }: { storyId?: string }, isShown: boolean) =>
      isShown && storyId !== 'playground--playground',
  },
});
