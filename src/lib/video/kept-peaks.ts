// The peaks of a job's sound, 0 to 1, in this browser: until it is deleted, its user signs out, or 30 days.
import { keepFile, readFile, removeFile } from '@/lib/browser/kept-files'
import { getForgottenTime, getSaveTime } from '@/lib/browser/personal-data'
import * as s from '@/lib/shape'

const getKey = (jobId: string) => `peaks-${jobId}`
const level = s.when(s.number, (value) => value >= 0 && value <= 1)

/** Reads kept peaks. Empty if the video is silent, null if none are kept. */
export async function readPeaks(jobId: string): Promise<number[] | null> {
  return s.read(s.list(level), await readFile(getKey(jobId), getForgottenTime()))
}

export async function keepPeaks(jobId: string, levels: readonly number[]): Promise<void> {
  await keepFile(getKey(jobId), levels, getSaveTime())
}

export function forgetPeaks(jobId: string): Promise<void> {
  return removeFile(getKey(jobId))
}
