import { isSilentTake, MODELS, modelById } from '@/config/models'
import type { Job as ServerJob } from '@/lib/jobs-api'
import type { NewJob } from './job-run'
import type { JobFacts } from './stage/machine'
import type { StoredJob } from './stored-jobs'

/** A job as this browser stored it before it was sent. */
export function storedFacts({ jobId, fields, credits }: StoredJob): NewJob {
  const model = modelById(fields.modelId)
  return {
    jobId,
    modelId: model.id,
    apiPath: model.apiPath,
    modelName: model.name,
    prompt: fields.prompt.trim(),
    length: fields.length,
    seed: fields.seed ?? 0,
    isSilent: isSilentTake(model.id, fields.audio),
    hasPicture: fields.mode === 'image',
    pictureUrl: null,
    credits,
  }
}

/** A job as the server knows it, which may have been made on another device. */
export function toldFacts(job: ServerJob): JobFacts {
  const { id, model, prompt, length, seed, mode, pictureUrl, credits } = job
  const modelName = MODELS.find((known) => known.id === model)?.name ?? model
  const isSilent = isSilentTake(model, job.generateAudio)
  return { jobId: id, modelName, prompt, length, seed, isSilent, hasPicture: mode === 'image', pictureUrl, credits }
}
