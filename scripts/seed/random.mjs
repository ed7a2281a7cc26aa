/** A small seeded generator (mulberry32): the same seed gives the same catalogue everywhere. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (share) => next() < share,
    shuffled: (list) => shuffle(list, next),
  };
}

function shuffle(list, next) {
  const copy = [...list];
  for (let place = copy.length - 1; place > 0; place -= 1) {
    const other = Math.floor(next() * (place + 1));
    [copy[place], copy[other]] = [copy[other], copy[place]];
  }
  return copy;
}
