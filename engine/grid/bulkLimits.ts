/** The most rows of a bulk change, and of one call of its preview. */
export const bulkRows = 10_000;
export const bulkPreviewRows = 50;
