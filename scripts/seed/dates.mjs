/** Adds days to a date, `YYYY-MM-DD`. */
export function addDays(day, count) {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}

/** A time within working hours of a day, in UTC. */
export function momentOn(day, random) {
  const hour = String(random.integer(13, 21)).padStart(2, '0');
  const minute = String(random.integer(0, 59)).padStart(2, '0');
  return `${day}T${hour}:${minute}:00.000Z`;
}
