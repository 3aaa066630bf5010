// Decides how long a job takes at the provider and whether it fails. The job's prompt contains these values. This file
// also describes a day of jobs.
import { parseArgs } from 'node:util'
import { getQuantile } from '../figures.ts'

/** The time that a task waits before it starts. */
export const QUEUE_MS = 15_000

/** The size of a video of five seconds with sound in HD. This is an assumption. */
export const VIDEO_BYTES = 5_000_000

/**
 * The provider's median time in seconds: the shortest estimate of the catalogue's Kling and Veo models. Durations are
 * log-normal. Their spread is an assumption, which `--spread` replaces: with 0.25, 95% take from 110 to 294 s.
 */
const MEDIAN_SECONDS = 180
const { spread } = parseArgs({ options: { spread: { type: 'string', default: '0.25' } }, strict: false }).values
const SIGMA = Number(spread)
/** SQL for one random duration. A design can learn from the library how long jobs take. */
export const DURATION_SQL = `(${MEDIAN_SECONDS} * exp(${SIGMA} * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))`
export const MEAN_SECONDS = MEDIAN_SECONDS * Math.exp(SIGMA ** 2 / 2)
const FAILING_SHARE = 0.03

/** The arrivals of each hour of a day as shares of the mean. They assume a quiet night and a busy evening. */
export const HOURS = [
  0.7, 0.5, 0.35, 0.25, 0.2, 0.25, 0.4, 0.6, 0.8, 0.95, 1.05, 1.1, 1.15, 1.1, 1.05, 1.1, 1.2, 1.3, 1.5, 1.75, 1.9, 1.85,
  1.6, 1.35,
]

export interface Script {
  jobId: string
  seconds: number
  isFailing: boolean
}

export function writeScript({ jobId, seconds, isFailing }: Script): string {
  return `Rain on a window. job=${jobId} seconds=${seconds.toFixed(2)} fails=${Number(isFailing)}`
}

/** Reads the script from a text that contains the prompt. */
export function readScript(text: string): Script {
  const [, jobId = '', seconds, fails] = /job=(\S+) seconds=([\d.]+) fails=([01])/.exec(text) ?? []
  return { jobId, seconds: Number(seconds), isFailing: fails === '1' }
}

export function drawJob(jobId: string): Script {
  return { jobId, seconds: drawSeconds(0), isFailing: Math.random() < FAILING_SHARE }
}

/**
 * Draws a job that is in progress at a random moment, so long jobs are more likely. `age` is the seconds since its
 * start.
 */
export function drawActiveJob(jobId: string): Script & { age: number } {
  const seconds = drawSeconds(SIGMA ** 2)
  return { ...drawJob(jobId), seconds, age: Math.random() * seconds }
}

function drawSeconds(shift: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  return MEDIAN_SECONDS * Math.exp(shift + SIGMA * normal)
}

/** Returns the p50, p95, and p99 of the values, and the number of values. */
export function getQuantiles(values: readonly number[]) {
  const [p50 = Number.NaN, p95 = Number.NaN, p99 = Number.NaN] = [0.5, 0.95, 0.99].map((share) =>
    getQuantile(values, share),
  )
  return { p50, p95, p99, count: values.length }
}
