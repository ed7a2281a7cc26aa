/** The files that an import accepts, for the file picker. */
export const sheetTypes: readonly string[] = ['.csv', '.xlsx', '.xls', 'text/csv'];
