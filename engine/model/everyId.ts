/** In a reference that says `x-all` it stands for all records; none has it. */
export const everyId = '00000000-0000-0000-0000-000000000000';
