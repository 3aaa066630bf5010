// Jobs as the library shows them: what happened, what it cost, and where its files can be had for the next hour.
import { describeCause, type Log } from '../../log.ts'
import { type Files, VIDEO_URL_SECONDS } from '../files.ts'
import { type CancelledHold, isQueued, type Job } from './jobs.ts'

/** `waiting` is on its way to the provider or in its queue; `unknown` is a job whose create was never answered. */
type JobViewStatus = 'waiting' | 'running' | 'unknown' | 'succeeded' | 'failed'

/** The answer of GET /api/jobs, one job. Times are ISO, UTC; addresses are null where there is no file or none can be had now. */
export interface JobView {
  id: string
  createdAt: string
  finishedAt: string | null
  status: JobViewStatus
  mode: 'text' | 'image'
  model: string
  prompt: string
  negativePrompt: string
  /** As asked for, in seconds; `durationSeconds` is the video's own length. */
  length: number
  generateAudio: boolean
  seed: number
  credits: number
  settlement: 'held' | 'captured' | 'released'
  failureMessage: string | null
  /** Seconds from start to end, or to now, by the server's clock. */
  elapsedSeconds: number
  durationSeconds: number | null
  bytes: number | null
  videoUrl: string | null
  downloadUrl: string | null
  pictureUrl: string | null
  urlsExpireAt: string | null
  /** POST .../cancel may stop it; else it would answer that it is too late. */
  canCancel: boolean
}

export interface JobViewDeps {
  files: Files
  canCancel: (job: Job) => boolean
  now: () => Date
  log: Log
}

/** `filesUnavailable`: Storage did not answer, so addresses are null although there are files. */
export interface JobViews {
  jobs: JobView[]
  filesUnavailable: boolean
}

/** Shows jobs with their signed addresses, which are asked for once per bucket. Never throws for want of Storage. */
export async function viewJobs(jobs: Job[], { files, canCancel, now, log }: JobViewDeps): Promise<JobViews> {
  const expireAt = new Date(now().getTime() + VIDEO_URL_SECONDS * 1000).toISOString()
  let filesUnavailable = false
  const sign = async (bucket: 'videos' | 'pictures', paths: (string | null)[]) => {
    try {
      return await files.urls(
        bucket,
        paths.filter((path) => path !== null),
      )
    } catch (cause) {
      filesUnavailable = true
      log({ level: 'error', message: 'addresses not signed', cause: describeCause(cause) })
      return new Map<string, string>()
    }
  }
  const [videos, pictures] = await Promise.all([
    sign(
      'videos',
      jobs.map((job) => job.video_path),
    ),
    sign(
      'pictures',
      jobs.map((job) => job.picture_path),
    ),
  ])
  const views = jobs.map((job) => {
    const videoUrl = videos.get(job.video_path ?? '') ?? null
    const pictureUrl = pictures.get(job.picture_path ?? '') ?? null
    return {
      ...viewJob(job),
      videoUrl,
      downloadUrl: videoUrl && attachment(videoUrl, `ai-video-${Date.parse(job.created_at)}.mp4`),
      pictureUrl,
      urlsExpireAt: videoUrl || pictureUrl ? expireAt : null,
      canCancel: canCancel(job),
    }
  })
  return { jobs: views, filesUnavailable }
}

function viewJob(job: Job) {
  return {
    id: job.id,
    createdAt: job.created_at,
    finishedAt: job.finished_at,
    status: viewStatus(job),
    mode: job.mode,
    model: job.model,
    prompt: job.prompt,
    negativePrompt: job.negative_prompt,
    length: job.length_seconds,
    generateAudio: job.generate_audio,
    seed: job.seed,
    credits: job.credits,
    settlement: job.settlement,
    failureMessage: job.failure_message,
    elapsedSeconds: job.elapsed_seconds,
    durationSeconds: job.video_duration_seconds,
    bytes: job.video_bytes,
  }
}

/** A job whose request never arrived: its hold tells what it would have cost, and nothing tells what it would have shown. */
export function viewHold(hold: CancelledHold): JobView {
  return {
    id: hold.job_id,
    createdAt: hold.created_at,
    finishedAt: hold.finished_at,
    status: 'failed',
    mode: 'text',
    model: hold.model,
    prompt: '',
    negativePrompt: '',
    length: 5,
    generateAudio: true,
    seed: 0,
    credits: hold.credits,
    settlement: hold.settlement,
    failureMessage:
      hold.settlement === 'released' ? `It was never sent to be made. Your ${hold.credits} credits are back.` : null,
    elapsedSeconds: 0,
    durationSeconds: null,
    bytes: null,
    videoUrl: null,
    downloadUrl: null,
    pictureUrl: null,
    urlsExpireAt: null,
    canCancel: false,
  }
}

function viewStatus(job: Job): JobViewStatus {
  return job.status === 'submitted' || isQueued(job) ? 'waiting' : job.status
}

/** Storage answers the same signed address as a file to save when it is asked for by that name. */
function attachment(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('download', name)
  return address.href
}
