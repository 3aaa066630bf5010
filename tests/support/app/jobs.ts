import type { ServerJob } from '@contract/jobs'
import type { JobStatus } from '@/lib/job-status'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import type { StoredJob } from '@/state/jobs/stored-job'

/** Returns a finished, charged job of eight seconds. Pass only what differs. */
export function testJob(patch: Partial<ServerJob> = {}): ServerJob {
  const id = patch.id ?? '11111111-2222-4333-8444-555555555555'
  return {
    id,
    createdAt: '2026-11-20T09:00:00.000000Z',
    status: 'succeeded',
    mode: 'text',
    model: 'veo-3',
    modelName: 'Veo 3',
    prompt: 'A lighthouse in the rain',
    negativePrompt: '',
    title: '',
    isStarred: false,
    length: 8,
    aspectRatio: '16:9',
    generateAudio: true,
    hasSound: true,
    seed: 412,
    credits: 330,
    settlement: 'captured',
    failureCode: null,
    failureReason: null,
    elapsedSeconds: 240,
    durationSeconds: 8,
    videoMark: 'ai',
    videoUrl: `https://files.test/${id}.mp4?token=1`,
    downloadUrl: `https://files.test/${id}.mp4?token=1&download=ai-video.mp4`,
    poster: null,
    peaks: null,
    imageUrl: null,
    inputKind: patch.mode ?? 'text',
    images: [],
    audio: null,
    cast: [],
    sourceId: null,
    resolution: null,
    canCancel: false,
    expiresAt: null,
    ...patch,
  }
}

const NO_FILE = { durationSeconds: null, videoMark: null, videoUrl: null, downloadUrl: null }

export function openJob(patch: Partial<ServerJob> = {}): ServerJob {
  return testJob({
    ...NO_FILE,
    status: 'running',
    settlement: 'held',
    elapsedSeconds: 60,
    canCancel: true,
    ...patch,
  })
}

export function failedJob(patch: Partial<ServerJob> = {}): ServerJob {
  return testJob({
    ...NO_FILE,
    status: 'failed',
    settlement: 'released',
    failureCode: 'provider_failed',
    failureReason: 'The model ran out of time',
    ...patch,
  })
}

/** Returns the status that a poll reads. Null means a response without a status. */
export function jobStatus(status: string | null, more: Partial<JobStatus> = {}): JobStatus {
  const nothing = {
    url: null,
    failMsg: null,
    failureCode: null,
    canCancel: false,
    ahead: null,
    videoMark: null,
    finished: null,
  }
  return { status, ...nothing, ...more }
}

/** Returns a job that this browser has stored. Pass only what differs. */
export function testStoredJob(patch: Partial<StoredJob> = {}): StoredJob {
  const { id: jobId, credits } = testJob()
  const named = { modelName: 'Veo 3', hasSound: true }
  return { jobId, userId: 'ada', fields: EMPTY_FIELDS, ...named, credits, startedAt: 0, ...patch }
}
