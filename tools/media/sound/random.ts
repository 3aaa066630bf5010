/** A seeded generator (PCG), so that each build of a clip sounds the same. */
export class Random {
  #state: bigint

  constructor(seed: number) {
    this.#state = BigInt(seed) * 2862933555777941757n + 3037000493n
  }

  /** Returns a number from 0 to 1. */
  next(): number {
    this.#state = (this.#state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn
    const shifted = Number(((this.#state >> 18n) ^ this.#state) >> 27n) >>> 0
    const turn = Number(this.#state >> 59n)
    return (((shifted >>> turn) | (shifted << (-turn & 31))) >>> 0) / 4294967296
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }

  /** Returns a number near `middle`. It is seldom more than twice `spread` away. */
  around(middle: number, spread: number): number {
    return middle + spread * (this.next() + this.next() + this.next() - 1.5) * 1.4
  }
}
