// The same request gives the same bytes: nothing in a clip comes from the clock or Math.random.

export interface Random {
  /** 0 (included) to 1 (excluded). */
  next(): number
  between(low: number, high: number): number
  /** Whole number from low to high, both included. */
  int(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  chance(probability: number): boolean
}

/** FNV-1a with a final avalanche. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Picks in an order that `random` decides: three seeds in a row get three of four items or more, and all items come equally often. */
export function pickInTurn<T>(items: readonly [T, ...T[]], seed: number, random: Random): T {
  const order = items.map((item) => ({ item, at: random.next() })).sort((a, b) => a.at - b.at)
  // Each round begins one item later: two choices of the same length would always meet otherwise.
  const turn = (seed + Math.floor(seed / items.length)) % items.length
  return order[turn]?.item ?? items[0]
}

/** A stream per name, so that a change of one detail leaves the others as they are. */
export function createRandom(seed: number, stream: string): Random {
  let state = (seed ^ hashText(stream)) >>> 0
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
  }
  const pickBetween = (low: number, high: number) => low + (high - low) * next()
  return {
    next,
    between: pickBetween,
    int: (low, high) => Math.floor(pickBetween(low, high + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    chance: (probability) => next() < probability,
  }
}
