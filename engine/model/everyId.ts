/** In references with `x-all`, stands for all records; no record has this id. */
export const everyId = '00000000-0000-0000-0000-000000000000';
