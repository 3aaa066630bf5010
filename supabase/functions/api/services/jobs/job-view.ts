import type { Poster } from '../../../_shared/contract/fields.ts'
import { type ServerJob, serverJob } from '../../../_shared/contract/jobs.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Log } from '../../log.ts'
import type { Files } from '../files.ts'
import { signPaths } from '../sign-paths.ts'
import type { AnnounceExpiry } from './expiry.ts'
import { isQueued, type JobRow } from './job-row.ts'
import type { CancelledHold } from './jobs.ts'

export interface JobViewDeps {
  files: Pick<Files, 'urls'>
  catalogue: Catalogue
  canCancel: (job: JobRow) => boolean
  announceExpiry: AnnounceExpiry
  log: Log
}

export async function viewJobs(jobs: JobRow[], deps: JobViewDeps): Promise<ServerJob[]> {
  const { catalogue, canCancel, announceExpiry } = deps
  const [videos, images, expiry] = await Promise.all([
    signPaths(
      'videos',
      jobs.flatMap((job) => [job.video_path, job.poster_path]),
      deps,
    ),
    signPaths(
      'images',
      jobs.flatMap((job) => [job.image_path, ...job.images.map(({ path }) => path)]),
      deps,
    ),
    announceExpiry(jobs),
  ])
  return jobs.map((job) => {
    const videoUrl = videos.get(job.video_path ?? '') ?? null
    const view = {
      ...toCamelKeys(job),
      status: viewStatus(job),
      modelName: catalogue.nameOf(job.model),
      length: job.length_seconds,
      hasSound: hasSound(job, catalogue),
      // For `no_task_id`, the reason is the provider's whole response, which is stored only for repeated requests.
      failureReason: job.failure_code === 'no_task_id' ? null : job.failure_message,
      durationSeconds: job.video_duration_seconds,
      videoUrl,
      poster: viewPoster(job, videos),
      downloadUrl: videoUrl && getDownloadAddress(videoUrl, `ai-video-${Date.parse(job.created_at)}.mp4`),
      imageUrl: images.get(job.image_path ?? '') ?? null,
      images: job.images.flatMap(({ id, role, path, member_id: castId }) =>
        role === 'voice' ? [] : [{ id, role, url: images.get(path) ?? null, castId }],
      ),
      audio: viewVoice(job, images),
      cast: job.cast.map(({ id, name, current_name: currentName }) => ({ id, name, currentName })),
      canCancel: canCancel(job),
      expiresAt: expiry.get(job.id) ?? null,
    } satisfies ServerJob
    // Removes the fields that only the server needs.
    return serverJob.parse(view)
  })
}

function viewVoice({ images }: JobRow, urls: Map<string, string>): ServerJob['audio'] {
  const voice = images.find(({ role }) => role === 'voice')
  return voice ? { id: voice.id, url: urls.get(voice.path) ?? null, castId: voice.member_id } : null
}

/** @param urls signed addresses by path */
export function viewPoster(
  { poster_path: path, poster_width: width, poster_height: height }: JobRow,
  urls: Map<string, string>,
): Poster | null {
  const url = urls.get(path ?? '')
  return url && width && height ? { url, width, height } : null
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/** Converts column names to the contract's camelCase. */
function toCamelKeys<Row extends object>(row: Row) {
  const entries = Object.entries(row).map(([name, value]) => [
    name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(entries) as { [Name in keyof Row & string as Camel<Name>]: Row[Name] }
}

export async function viewJob(job: JobRow, deps: JobViewDeps): Promise<ServerJob> {
  const [view] = await viewJobs([job], deps)
  if (!view) throw new Error('a job is shown as one')
  return view
}

/** Describes a job that was never stored. Unknown fields have the contract's defaults. */
export function viewHold(hold: CancelledHold, { catalogue }: Pick<JobViewDeps, 'catalogue'>): ServerJob {
  return serverJob.parse({
    id: hold.job_id,
    createdAt: hold.created_at,
    status: 'failed',
    model: hold.model,
    modelName: catalogue.nameOf(hold.model),
    credits: hold.credits,
    settlement: hold.settlement,
    failureCode: hold.settlement === 'released' ? 'never_sent' : null,
  })
}

/** Returns whether a video has sound. Assumes sound for a model that isn't in the catalogue. */
export function hasSound({ generate_audio, provider, model, input_kind }: JobRow, catalogue: Catalogue): boolean {
  return generate_audio && !catalogue.silent.includes(`${provider}/${model}/${input_kind}`)
}

function viewStatus(job: JobRow): ServerJob['status'] {
  return job.status === 'submitted' || isQueued(job) ? 'waiting' : job.status
}

function getDownloadAddress(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('download', name)
  return address.href
}
