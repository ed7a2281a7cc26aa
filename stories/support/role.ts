import { createContext } from 'react';

/** The role set in the toolbar; empty: the person of the story. */
export const RoleContext = createContext('');
