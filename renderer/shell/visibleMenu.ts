import type { MenuGroup, Model, UserContext } from '#engine';
import { allows } from '../data/allows.ts';

/** The menu as this person's features leave it; groups without a screen are gone. */
export function visibleMenu(model: Model, user: UserContext): readonly MenuGroup[] {
  return model.menu
    .map((group) => ({
      ...group,
      screens: group.screens.filter((screen) => allows(screen.access, user.Features)),
    }))
    .filter((group) => group.screens.length > 0);
}
