import type { ServerJob } from '../../../../../contract/jobs.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { describeCause, type Log } from '../../log.ts'
import type { Files } from '../files.ts'
import { type CancelledHold, isQueued, type JobRow } from './jobs.ts'

export interface JobViewDeps {
  files: Files
  catalogue: Catalogue
  canCancel: (job: JobRow) => boolean
  log: Log
}

export async function viewJobs(
  jobs: JobRow[],
  { files, catalogue, canCancel, log }: JobViewDeps,
): Promise<ServerJob[]> {
  const sign = async (bucket: 'videos' | 'pictures', paths: (string | null)[]) => {
    try {
      return await files.urls(
        bucket,
        paths.filter((path) => path !== null),
      )
    } catch (cause) {
      log({ level: 'error', message: 'addresses not signed', cause: describeCause(cause) })
      return new Map<string, string>()
    }
  }
  const [videos, images] = await Promise.all([
    sign(
      'videos',
      jobs.map((job) => job.video_path),
    ),
    sign(
      'pictures',
      jobs.map((job) => job.image_path),
    ),
  ])
  return jobs.map((job) => {
    const videoUrl = videos.get(job.video_path ?? '') ?? null
    return {
      id: job.id,
      createdAt: job.created_at,
      status: viewStatus(job),
      mode: job.mode,
      model: job.model,
      modelName: catalogue.nameOf(job.model),
      prompt: job.prompt,
      negativePrompt: job.negative_prompt,
      length: job.length_seconds,
      aspectRatio: job.aspect_ratio,
      generateAudio: job.generate_audio,
      hasSound: hasSound(job, catalogue),
      seed: job.seed,
      credits: job.credits,
      settlement: job.settlement,
      failureCode: job.failure_code,
      failureReason: hasReason(job) ? job.failure_message : null,
      elapsedSeconds: job.elapsed_seconds,
      durationSeconds: job.video_duration_seconds,
      videoUrl,
      downloadUrl: videoUrl && attachment(videoUrl, `ai-video-${Date.parse(job.created_at)}.mp4`),
      imageUrl: images.get(job.image_path ?? '') ?? null,
      canCancel: canCancel(job),
    }
  })
}

export async function viewJob(job: JobRow, deps: JobViewDeps): Promise<ServerJob> {
  const [view] = await viewJobs([job], deps)
  if (!view) throw new Error('a job is shown as one')
  return view
}

export function viewHold(hold: CancelledHold, { catalogue }: Pick<JobViewDeps, 'catalogue'>): ServerJob {
  return {
    id: hold.job_id,
    createdAt: hold.created_at,
    status: 'failed',
    mode: 'text',
    model: hold.model,
    modelName: catalogue.nameOf(hold.model),
    prompt: '',
    negativePrompt: '',
    length: 5,
    aspectRatio: '16:9',
    generateAudio: true,
    hasSound: true,
    seed: 0,
    credits: hold.credits,
    settlement: hold.settlement,
    failureCode: hold.settlement === 'released' ? 'never_sent' : null,
    failureReason: null,
    elapsedSeconds: 0,
    durationSeconds: null,
    videoUrl: null,
    downloadUrl: null,
    imageUrl: null,
    canCancel: false,
  }
}

/** A model unknown to the catalogue is taken to have sound. */
function hasSound({ generate_audio, provider, model, mode }: JobRow, catalogue: Catalogue): boolean {
  return generate_audio && !catalogue.silent.includes(`${provider}/${model}/${mode}`)
}

/** Beside other codes, jobs of earlier versions have a sentence of ours. */
function hasReason({ failure_code }: JobRow): boolean {
  return failure_code === 'provider_failed' || failure_code === 'provider_rejected'
}

function viewStatus(job: JobRow): ServerJob['status'] {
  return job.status === 'submitted' || isQueued(job) ? 'waiting' : job.status
}

function attachment(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('download', name)
  return address.href
}
