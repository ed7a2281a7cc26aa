/** How many rows are changed at once, and how many are asked in one call what they say to it. */
export const bulkRows = 10_000;
export const bulkPreviewRows = 50;
