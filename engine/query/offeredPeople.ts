/** The list of people whom a field of kind person offers: `/person/claim.AdjusterId`. */
export const offeredPeople = (entity: string, path: string): string => `${root}${entity}.${path}`;

/** Whether a path is such a list; its records are those of the entity `user`. */
export const isPeopleList = (path: string): boolean => path.startsWith(root);

const root = '/person/';
