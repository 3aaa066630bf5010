// Decides whether another provider can generate a job if the first one is unreachable. The user must get the same
// result for the same price.
import { INPUT_KINDS, type ReferenceRole } from '../../../_shared/contract/inputs.ts'
import { describeVoiceLength } from '../../../_shared/contract/sentences.ts'
import { type CatalogueModel, getMaxPromptLength } from '../../catalogue/catalogue.ts'
import type { Endpoint, ProviderModel } from '../../catalogue/provider-model.ts'
import { type CreateRequest, getDeliveredSeconds } from './provider.ts'

/** The parts of a request that some providers don't support. */
type WantedJob = Pick<CreateRequest, 'prompt' | 'negativePrompt' | 'durationSeconds' | 'kind'> & {
  audio: { seconds: number } | null
  references: readonly { role: ReferenceRole }[]
}

/** Returns whether `other` generates the same as `first`: the same duration and sound, from the same fields. */
export function canFallBack(
  model: CatalogueModel,
  job: WantedJob,
  first: ProviderModel,
  other: ProviderModel,
): boolean {
  const [own, theirs] = [first[job.kind], other[job.kind]]
  if (!own || !theirs) return false
  const isUsed = (field: Endpoint['accepts'][number]) => field !== 'negativePrompt' || job.negativePrompt !== ''
  return (
    own.accepts.filter(isUsed).every((field) => theirs.accepts.includes(field)) &&
    own.accepts.includes('sound') === theirs.accepts.includes('sound') &&
    own.alwaysHasSound === theirs.alwaysHasSound &&
    getDeliveredSeconds(first, job.durationSeconds, job.kind) ===
      getDeliveredSeconds(other, job.durationSeconds, job.kind) &&
    job.prompt.length <= getMaxPromptLength(model, other) &&
    job.references.length <= (theirs.max ?? 0) &&
    job.references.every(({ role }) => theirs.roles?.includes(role)) &&
    (!job.audio || (theirs.audio !== undefined && describeVoiceLength(job.audio.seconds, theirs.audio, '') === null)) &&
    (job.prompt !== '' || !theirs.needsPrompt)
  )
}

/** Returns whether `other` is a fallback for any job of the model. The model picker then names it. */
export function mayFallBack(model: CatalogueModel, first: ProviderModel, other: ProviderModel): boolean {
  return INPUT_KINDS.some((kind) =>
    model.durations.some(({ seconds }) =>
      canFallBack(
        model,
        { kind, prompt: '.', negativePrompt: '', durationSeconds: seconds, references: [], audio: null },
        first,
        other,
      ),
    ),
  )
}
