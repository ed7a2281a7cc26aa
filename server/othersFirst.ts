/** Long work lets the calls that came meanwhile be answered: await this between its parts. */
export const othersFirst = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
