// Several tabs may show one job: one of them polls, and the others hear of it. It is the tab on somebody's screen that
// polls, because a hidden one is slowed down; and whichever is left when the polling tab goes.

import type { Tabs, Turn } from '@/lib/browser/tabs'
import type { JobStatus } from '@/lib/job-status'
import type { JobNews, Polled } from '@/state/jobs/job-news'
import { MAX_POLLS, outcomeOf, type PollOutcome, type PollProgress } from './poll'

/** The polling tab was closed, is frozen or has lost its way: one that is looked at takes over. */
const SILENCE_MS = 15_000

export interface WatchTogetherOptions {
  jobId: string
  tabs: Tabs
  news: JobNews
  isShown(): boolean
  onShown(callback: () => void): () => void
  signal: AbortSignal
  /** It is this tab's turn, which goes on from `before`. Rejects when its signal is aborted. */
  poll(before: PollProgress, signal: AbortSignal, onProgress: (progress: PollProgress) => void): Promise<PollOutcome>
  /** Another tab polled, which counts here like a poll of our own. */
  onHeard(progress: PollProgress, status: JobStatus | null): void
}

/** Rejects with the signal's reason when aborted. */
export async function watchTogether(options: WatchTogetherOptions): Promise<PollOutcome> {
  const { jobId, tabs, isShown, signal, poll } = options
  let before: PollProgress = { pollCount: 0, misses: 0 }
  const onProgress = (progress: PollProgress) => {
    before = progress
  }
  const onHeard = ({ misses, status }: Polled): PollOutcome | null => {
    onProgress({ pollCount: before.pollCount + 1, misses })
    options.onHeard(before, status)
    return (status && outcomeOf(status)) ?? (before.pollCount >= MAX_POLLS ? { type: 'timed_out' } : null)
  }
  let seize = isShown()
  for (;;) {
    const waiting = new AbortController()
    const waitSignal = AbortSignal.any([signal, waiting.signal])
    const turn = tabs.takeTurn(`job:${jobId}`, { signal: waitSignal, seize })
    const first = await Promise.race([turn, hear(options, onHeard, waitSignal)])
    waiting.abort()
    if (isTurn(first)) {
      const ours = AbortSignal.any([signal, first.lost])
      try {
        return await poll(before, ours, onProgress)
      } catch (error) {
        // Another tab came onto the screen and polls from now on.
        if (!first.lost.aborted || signal.aborted) throw error
      } finally {
        first.end()
      }
      seize = false
    } else {
      // It may have come in the same moment.
      turn.then(({ end }) => end()).catch(() => undefined)
      if (first !== 'silence') return first
      seize = true
    }
  }
}

/** The outcome, once another tab tells of it, or that this tab should poll instead. */
function hear(
  { jobId, news, isShown, onShown }: WatchTogetherOptions,
  onHeard: (polled: Polled) => PollOutcome | null,
  signal: AbortSignal,
) {
  return new Promise<PollOutcome | 'silence'>((resolve, reject) => {
    let timer = setTimeout(onSilence, SILENCE_MS)
    function onSilence() {
      if (isShown()) settle(() => resolve('silence'))
      else timer = setTimeout(onSilence, SILENCE_MS)
    }
    const stopListening = news.listen((item) => {
      if (item.type !== 'polled' || item.jobId !== jobId) return
      clearTimeout(timer)
      timer = setTimeout(onSilence, SILENCE_MS)
      const outcome = onHeard(item)
      if (outcome) settle(() => resolve(outcome))
    })
    const stopLooking = onShown(() => settle(() => resolve('silence')))
    const onAbort = () => settle(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort)
    function settle(end: () => void) {
      clearTimeout(timer)
      stopListening()
      stopLooking()
      signal.removeEventListener('abort', onAbort)
      end()
    }
  })
}

function isTurn(first: Turn | PollOutcome | 'silence'): first is Turn {
  return typeof first === 'object' && 'lost' in first
}
