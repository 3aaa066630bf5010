// Decides which finished video a sweep fetches next, within a limit of bytes. A delivery that transfers no bytes is
// free.
// Providers alternate, then users, then jobs. So missing, slow, or broken files of one user don't delay another user's
// video. A job whose delivery failed comes one turn later, because its file may be broken, but not last, because Storage
// may have been unavailable. The earliest failure comes first.
import type { JobRow } from '../jobs/job-row.ts'

/**
 * The bytes that one sweep may transfer. 150 MB take 1 s of CPU time on Deno 2.1.4 (`npm run bench:delivery`), and a
 * request has 2 s. The remaining time is for deliveries in progress, and for one video per provider.
 */
const BYTES = 100_000_000
/** The minimum size that counts for a file with any bytes. */
const LEAST_BYTES = 10_000_000
/** The size that counts for a delivery in progress. */
const EXPECTED_BYTES = BYTES / 2

type Waiting = Pick<JobRow, 'user_id' | 'delivery_failed_seconds'>

export interface DeliveryTurns {
  /**
   * Runs `work` in its turn, one at a time per provider. `moved` counts the bytes of the file. Returns 'under_way' if
   * this sweep has no turn left.
   */
  take<Outcome>(
    job: Waiting,
    provider: string,
    work: (moved: (bytes: number) => void) => Promise<Outcome>,
  ): Promise<Outcome | 'under_way'>
}

interface Turn {
  job: Waiting
  provider: string
  /** Whether the delivery ended without transferring bytes. */
  isFree: boolean
  begin: () => Promise<void>
  skip: () => void
}

export function createDeliveryTurns(isOver: () => boolean): DeliveryTurns {
  let waiting: Turn[] = []
  const running = new Set<Turn>()
  const begun: Turn[] = []
  let spent = 0

  const countBegun = (isSame: (turn: Turn) => boolean) => begun.filter(isSame).length
  const getRank = ({ job, provider }: Turn) => {
    const failed = job.delivery_failed_seconds === null ? 0 : 1
    return [
      countBegun((turn) => turn.provider === provider),
      // A missing file doesn't use a turn of its user's other files.
      countBegun((turn) => turn.job.user_id === job.user_id && !turn.isFree) + failed,
      failed,
      -(job.delivery_failed_seconds ?? 0),
    ]
  }

  /** Returns the turn with the best rank. Equal ranks run in order of arrival. */
  function findNext(): Turn | undefined {
    const busy = new Set(Array.from(running, ({ provider }) => provider))
    const free = waiting.filter(({ provider }) => !busy.has(provider)).map((turn) => ({ turn, rank: getRank(turn) }))
    return free.toSorted((a, b) => compare(a.rank, b.rank))[0]?.turn
  }

  /**
   * Returns whether this is the provider's first delivery. The first one always starts, however many bytes the others
   * transferred.
   */
  const isFirst = ({ provider }: Turn) => countBegun((turn) => turn.provider === provider) === 0
  const isTooLate = (turn: Turn) => isOver() || (spent >= BYTES && !isFirst(turn))
  const hasRoom = (turn: Turn) => isFirst(turn) || spent + running.size * EXPECTED_BYTES < BYTES

  function beginNext(): void {
    for (const turn of waiting.filter(isTooLate)) turn.skip()
    waiting = waiting.filter((turn) => !isTooLate(turn))
    for (let next = findNext(); next && hasRoom(next); next = findNext()) {
      const turn = next
      waiting = waiting.filter((other) => other !== turn)
      running.add(turn)
      begun.push(turn)
      void turn.begin().then(() => {
        running.delete(turn)
        beginNext()
      })
    }
  }

  return {
    take<Outcome>(job: Waiting, provider: string, work: (moved: (bytes: number) => void) => Promise<Outcome>) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome | 'under_way'>()
      let bytes = 0
      const begin = () =>
        work((more) => {
          bytes += more
        })
          .then((outcome) => resolve(outcome), reject)
          .then(() => {
            if (bytes > 0) spent += Math.max(bytes, LEAST_BYTES)
            turn.isFree = bytes === 0
          })
      const turn: Turn = { job, provider, isFree: false, begin, skip: () => resolve('under_way') }
      waiting.push(turn)
      beginNext()
      return promise
    },
  }
}

function compare(a: number[], b: number[]): number {
  const different = a.findIndex((value, index) => value !== b[index])
  return different < 0 ? 0 : (a[different] ?? 0) - (b[different] ?? 0)
}
