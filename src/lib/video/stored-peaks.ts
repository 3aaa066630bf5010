// Stores the peaks of a job's sound, 0 to 1, in this browser. They are removed with the job, at sign-out, or after 30
// days.

import { getClearedTime, getSaveTime } from '@/lib/browser/personal-data'
import { readFile, removeFile, storeFile } from '@/lib/browser/stored-files'
import * as s from '@/lib/shape'

const getKey = (jobId: string) => `peaks-${jobId}`
const level = s.when(s.number, (value) => value >= 0 && value <= 1)

/** Reads stored peaks. Empty for a silent video, null if none are stored. */
export async function readPeaks(jobId: string): Promise<number[] | null> {
  return s.read(s.list(level), await readFile(getKey(jobId), getClearedTime()))
}

export async function savePeaks(jobId: string, levels: readonly number[]): Promise<void> {
  await storeFile(getKey(jobId), levels, getSaveTime())
}

export function clearPeaks(jobId: string): Promise<void> {
  return removeFile(getKey(jobId))
}
