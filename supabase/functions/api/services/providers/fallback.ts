// Another provider may generate a job in the place of one that cannot be reached, if the user gets the same for the same price.
import { INPUT_KINDS, type ReferenceRole } from '../../../_shared/contract/inputs.ts'
import {
  type CatalogueModel,
  type Endpoint,
  getMaxPromptLength,
  type ProviderModel,
} from '../../catalogue/catalogue.ts'
import { type CreateRequest, getDeliveredSeconds } from './provider.ts'

/** The parts of a request that not every provider takes. */
type WantedJob = Pick<CreateRequest, 'prompt' | 'negativePrompt' | 'durationSeconds' | 'kind'> & {
  references: readonly { role: ReferenceRole }[]
}

/** Returns whether `other` generates what `first` would: as long, with or without sound, from the same fields. */
export function canFallBack(
  model: CatalogueModel,
  job: WantedJob,
  first: ProviderModel,
  other: ProviderModel,
): boolean {
  const [own, theirs] = [first[job.kind], other[job.kind]]
  if (!own || !theirs) return false
  const isUsed = (field: Endpoint['takes'][number]) => field !== 'negativePrompt' || job.negativePrompt !== ''
  return (
    own.takes.filter(isUsed).every((field) => theirs.takes.includes(field)) &&
    own.takes.includes('sound') === theirs.takes.includes('sound') &&
    own.alwaysHasSound === theirs.alwaysHasSound &&
    getDeliveredSeconds(first, job.durationSeconds) === getDeliveredSeconds(other, job.durationSeconds) &&
    job.prompt.length <= getMaxPromptLength(model, other) &&
    job.references.length <= (theirs.max ?? 0) &&
    job.references.every(({ role }) => theirs.roles?.includes(role)) &&
    (job.prompt !== '' || !theirs.needsPrompt)
  )
}

/** Returns whether any job of the model may go to `other`, so that the picker names it. */
export function mayFallBack(model: CatalogueModel, first: ProviderModel, other: ProviderModel): boolean {
  return INPUT_KINDS.some((kind) =>
    model.durations.some(({ seconds }) =>
      canFallBack(
        model,
        { kind, prompt: '.', negativePrompt: '', durationSeconds: seconds, references: [] },
        first,
        other,
      ),
    ),
  )
}
