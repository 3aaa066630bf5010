import { updateNames } from '@contract/cast-plan'
import type { ServerJob } from '@contract/jobs'
import type { Job } from '@/state/jobs/job'
import type { Addresses } from '@/state/jobs/job-store'
import { getFrameName } from '@/state/jobs/video-chain'

/** A video's inputs besides its prompt and first image. */
export interface StoredAdvancedInputs {
  last?: File
  references?: { role: Exclude<ServerJob['images'][number]['role'], 'first' | 'last'>; file: File }[]
  voice?: File
  source?: { jobId: string; use: 'extend' | 'edit' }
  resolution?: string
}

interface FetchedInputs {
  /** The job as the form shows it, with the names that its cast has now. */
  job: Job
  /** The first image. Null if there is none. */
  image: File | null
  inputs: StoredAdvancedInputs
  /** The kind of input that couldn't be fetched or was deleted. */
  missing: 'nothing' | 'image' | 'images' | 'voice' | 'source'
}

/**
 * Fetches all inputs of a video. Never rejects. The images and the voice of its cast aren't fetched, because the server adds them
 * again.
 */
export async function fetchInputs(given: Job, renew: () => Promise<Addresses>): Promise<FetchedInputs> {
  const { inputKind: kind, sourceId, resolution } = given
  const job = nameCast(given)
  const chosen: StoredAdvancedInputs = resolution ? { resolution } : {}
  if (kind === 'extend' || kind === 'edit') {
    const inputs = sourceId ? { ...chosen, source: { jobId: sourceId, use: kind } } : chosen
    return { job, image: null, inputs, missing: sourceId ? 'nothing' : 'source' }
  }
  if (job.mode === 'text' && (kind === 'text' || kind === 'upscale'))
    return { job, image: null, inputs: chosen, missing: 'nothing' }
  const answer = await renew().catch(() => null)
  if (kind === 'references') return fetchReferences({ ...given, cast: answer?.cast ?? given.cast }, chosen, answer)
  const images = answer?.images ?? []
  const files = await Promise.all(images.map(({ url, role }, place) => fetchFile(url, `${role}-${place + 1}`)))
  // The file name records which video's last frame this is.
  const name = sourceId ? getFrameName({ id: sourceId }) : 'image'
  const firstUrl = answer?.imageUrl ?? images.find(({ role }) => role === 'first')?.url ?? null
  const image = await fetchFile(firstUrl, name)
  if (kind !== 'frames') return { job, image, inputs: chosen, missing: image ? 'nothing' : 'image' }
  const last = files[images.findIndex(({ role }) => role === 'last')]
  const inputs = last ? { ...chosen, last } : chosen
  return { job, image, inputs, missing: image && last ? 'nothing' : image || last ? 'image' : 'images' }
}

async function fetchReferences(
  given: Job,
  chosen: StoredAdvancedInputs,
  answer: Addresses | null,
): Promise<FetchedInputs> {
  const images = (answer?.images ?? []).filter(({ castId }) => castId === null)
  const files = await Promise.all(images.map(({ url, role }, place) => fetchFile(url, `${role}-${place + 1}`)))
  const references = images.flatMap(({ role }, place) => {
    const file = files[place]
    return file && role !== 'first' && role !== 'last' ? [{ role, file }] : []
  })
  const isWhole = Boolean(answer?.images.length) && references.length === images.length
  const voice = answer?.audio?.castId === null ? await fetchFile(answer.audio.url, 'voice') : null
  const isVoiceMissing = given.audio !== null && !answer?.audio?.castId && !voice
  const job = nameCast(isWhole && references.length === 0 ? { ...given, mode: 'text' } : given)
  const missing = isWhole ? (isVoiceMissing ? 'voice' : 'nothing') : 'images'
  return { job, image: null, inputs: { ...chosen, references, ...(voice ? { voice } : {}) }, missing }
}

/** Returns the job with the names that its cast has now. */
export function nameCast<J extends Job>(job: J): J {
  return { ...job, prompt: updateNames(job.prompt, job.cast) }
}

/** Fetches the first image. Returns null if it isn't available. */
export async function fetchFirstImage(renew: () => Promise<Addresses>): Promise<File | null> {
  const answer = await renew().catch(() => null)
  return fetchFile(answer?.imageUrl ?? null, 'image')
}

async function fetchFile(url: string | null, name: string): Promise<File | null> {
  try {
    const response = url ? await fetch(url, { credentials: 'omit' }) : null
    if (!response?.ok) return null
    const blob = await response.blob()
    const extension = blob.type === 'audio/mpeg' ? 'mp3' : (blob.type.split('/')[1] ?? 'jpg')
    return new File([blob], `${name}.${extension}`, { type: blob.type })
  } catch {
    return null
  }
}
