// Which finished video a sweep fetches next. Only bytes are scarce: a delivery that moved none costs nothing. Providers take turns,
// then users, then jobs, so that nobody's missing, silent or broken files keep another one's video waiting. A job that failed before
// waits for those that never did, and then for none that failed after it: Storage may have been away, and its file is good.
import type { JobRow } from '../jobs/job-row.ts'

// 150 MB take 1 s of CPU time on Deno 2.1.4 (`npm run bench:delivery`), of a request's 2 s. The rest is for deliveries that run
// already, and for one video of each provider.
const BYTES = 100_000_000
/** A file that moved at all counts at least so much. */
const LEAST_BYTES = 10_000_000
/** A delivery counts so much while it runs. */
const EXPECTED_BYTES = BYTES / 2

type Waiting = Pick<JobRow, 'user_id' | 'delivery_failed_seconds'>

export interface DeliveryTurns {
  /**
   * Runs `work` when its turn comes: one at a time of each provider. `moved` counts the bytes of its file. Returns 'under_way' instead
   * if this sweep has no turn left for it.
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
  /** It has ended, and moved no bytes. */
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
  const getRank = ({ job, provider }: Turn) => [
    countBegun((turn) => turn.provider === provider),
    // A missing file takes no turn from its user's good ones.
    countBegun((turn) => turn.job.user_id === job.user_id && !turn.isFree),
    job.delivery_failed_seconds === null ? 0 : 1,
    -(job.delivery_failed_seconds ?? 0),
  ]

  /** The first in the order of arrival, where nothing else decides. */
  function findNext(): Turn | undefined {
    const busy = new Set(Array.from(running, ({ provider }) => provider))
    const free = waiting.filter(({ provider }) => !busy.has(provider)).map((turn) => ({ turn, rank: getRank(turn) }))
    return free.toSorted((a, b) => compare(a.rank, b.rank))[0]?.turn
  }

  /** The first of each provider begins in any case: what others have moved is no reason to wait for the next sweep. */
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
