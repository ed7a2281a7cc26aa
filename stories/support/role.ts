import { createContext } from 'react';

/** Who works in the story, as the toolbar says; empty: whoever the story names. */
export const RoleContext = createContext('');
