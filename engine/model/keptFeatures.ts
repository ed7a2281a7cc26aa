/** Rights over the rights of others: some account must always keep them, and no API key can have them. */
export const keptFeatures: readonly string[] = ['User.Manage', 'Configuration.Edit'];
