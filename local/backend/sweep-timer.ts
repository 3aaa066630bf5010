/** The same interval as pg_cron on a hosted project. */
const SWEEP_INTERVAL_MS = 60_000

/**
 * Starts the sweep timer. The first sweep runs after one second, to settle jobs that the previous process left
 * unfinished. Returns a function that stops the timer.
 */
export function startSweepTimer(sweep: () => Response | Promise<Response>): () => void {
  const run = async () => {
    const response = await sweep()
    // The API has logged the cause, and the next sweep retries.
    if (!response.ok) console.error(`Job sweep failed (HTTP ${response.status}). Retrying in one minute.`)
  }
  const start = setTimeout(run, 1000)
  const interval = setInterval(run, SWEEP_INTERVAL_MS)
  return () => {
    clearTimeout(start)
    clearInterval(interval)
  }
}
