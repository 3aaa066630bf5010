// How a job will go at the provider, written into its prompt, and what a day of jobs is like.
import { getQuantile } from '../figures.ts'

/** Before a task begins. */
export const QUEUE_MS = 15_000

/** Five seconds of video with sound in HD: an assumption. */
export const VIDEO_BYTES = 5_000_000

/**
 * The median seconds that the provider takes: the shortest estimate of the catalogue's Kling and Veo models. Durations are log-normal. Their
 * spread is an assumption: 95% take from 110 to 294 s.
 */
const MEDIAN_SECONDS = 180
const SIGMA = 0.25
/** One such duration, in SQL: from the library, a design may learn how long jobs take. */
export const DURATION_SQL = `(${MEDIAN_SECONDS} * exp(${SIGMA} * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())))`
export const MEAN_SECONDS = MEDIAN_SECONDS * Math.exp(SIGMA ** 2 / 2)
const FAILING_SHARE = 0.03

/** Arrivals of each hour of a day, as shares of the mean: an assumption, with a quiet night and a busy evening. */
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

/** Reads it from whatever holds the prompt. */
export function readScript(text: string): Script {
  const [, jobId = '', seconds, fails] = /job=(\S+) seconds=([\d.]+) fails=([01])/.exec(text) ?? []
  return { jobId, seconds: Number(seconds), isFailing: fails === '1' }
}

export function drawJob(jobId: string): Script {
  return { jobId, seconds: drawSeconds(0), isFailing: Math.random() < FAILING_SHARE }
}

/** Draws a job that is under way at a random moment: long ones are met more often. `age`: seconds since it began. */
export function drawActiveJob(jobId: string): Script & { age: number } {
  const seconds = drawSeconds(SIGMA ** 2)
  return { ...drawJob(jobId), seconds, age: Math.random() * seconds }
}

function drawSeconds(shift: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  return MEDIAN_SECONDS * Math.exp(shift + SIGMA * normal)
}

/** The p50, p95, and p99 of these, and how many they are. */
export function getQuantiles(values: readonly number[]) {
  const [p50 = Number.NaN, p95 = Number.NaN, p99 = Number.NaN] = [0.5, 0.95, 0.99].map((share) =>
    getQuantile(values, share),
  )
  return { p50, p95, p99, count: values.length }
}
