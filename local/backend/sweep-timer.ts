/** The interval of pg_cron on a hosted project. */
const SWEEP_INTERVAL_MS = 60_000

/** Starts the sweep's timer. It also sweeps at once, to settle what the last process left. Returns a function that stops it. */
export function startSweepTimer(sweep: () => Response | Promise<Response>): () => void {
  const run = async () => {
    const response = await sweep()
    // The API has logged the cause; the next run tries again.
    if (!response.ok) console.error(`Job sweep failed (HTTP ${response.status}). Retrying in one minute.`)
  }
  const start = setTimeout(run, 1000)
  const interval = setInterval(run, SWEEP_INTERVAL_MS)
  return () => {
    clearTimeout(start)
    clearInterval(interval)
  }
}
