// Creates seeded random numbers. The same request produces the same bytes, so a clip never uses the clock or
// Math.random.

export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next(): number
  between(low: number, high: number): number
  /** Returns a whole number from low to high, both included. */
  int(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  chance(probability: number): boolean
}

/** Returns an FNV-1a hash with a final avalanche step. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Picks an item in an order that `random` decides. Consecutive seeds get different items: three seeds get at least
 * three of four items. All items are equally frequent.
 */
export function pickInTurn<T>(items: readonly [T, ...T[]], seed: number, random: Random): T {
  const order = items.map((item) => ({ item, at: random.next() })).sort((a, b) => a.at - b.at)
  // Each round starts one item later. Otherwise, two choices of the same length would always pair the same items.
  const turn = (seed + Math.floor(seed / items.length)) % items.length
  return order[turn]?.item ?? items[0]
}

/** Creates a random stream for a name. Separate streams let one detail change while the others stay the same. */
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
