import type { InputKind } from '../../../_shared/contract/inputs.ts'
import type { CreateInput } from '../../../_shared/contract/jobs.ts'
import { getInputKind } from '../../../_shared/contract/pricing.ts'
import { REFUSALS, type Refused } from '../../../_shared/contract/refusals.ts'
import { type CatalogueModel, getMaxPromptLength } from '../../catalogue/catalogue.ts'
import type { ProviderModel } from '../../catalogue/provider-model.ts'
import { RequestError } from '../../errors.ts'

/** Returns the kind of input. Throws RequestError with `bad_request` if the model doesn't support the input. */
export function checkInput(input: CreateInput, model: CatalogueModel, made: ProviderModel): InputKind {
  const refuse = (refused: Refused) => {
    throw new RequestError(refused)
  }
  const {
    image,
    lastImage,
    references = [],
    audio,
    voiceConsent,
    source,
    prompt,
    length,
    aspectRatio,
    resolution,
  } = input
  const { name, durations, aspectRatios, resolutions } = model
  const kind = getInputKind(input)
  const endpoint = made[kind]
  const maxPromptLength = getMaxPromptLength(model, made)
  if (kind === 'upscale' && endpoint && prompt) refuse(REFUSALS.promptNotTaken(name))
  if (kind === 'text' && !prompt) refuse(REFUSALS.promptMissing())
  if (prompt.length > maxPromptLength) refuse(REFUSALS.promptTooLong(prompt.length, maxPromptLength, name))
  const starts = [image || lastImage, references.length > 0, source && source.use !== 'frame']
  if (starts.filter(Boolean).length > 1) refuse(REFUSALS.inputsTogether())
  if (!image && (lastImage || source?.use === 'frame')) refuse(REFUSALS.firstImageMissing())
  if (!endpoint) refuse(REFUSALS.modeNotMade(kind, name))
  if (endpoint?.needsPrompt && !prompt) refuse(REFUSALS.promptNeeded(kind, name))
  const { max = 0, roles = [] } = endpoint ?? {}
  if (references.length > max) refuse(REFUSALS.tooManyReferences(references.length, max, name))
  const unknown = references.find(({ role }) => !roles.includes(role))
  if (unknown) refuse(REFUSALS.roleNotMade(unknown.role, name))
  if (audio && kind !== 'references') refuse(REFUSALS.voiceTogether())
  if (audio && !endpoint?.audio) refuse(REFUSALS.voiceNotMade(name))
  if (audio && !voiceConsent) refuse(REFUSALS.voiceConsentMissing())
  // The source decides both for an upscaled video.
  if (kind !== 'upscale' && !durations.some(({ seconds }) => seconds === length)) {
    const seconds = durations.map((duration) => duration.seconds)
    refuse(REFUSALS.durationNotMade(name, seconds))
  }
  if (kind !== 'upscale' && !aspectRatios.some((ratio) => ratio === aspectRatio))
    refuse(REFUSALS.ratioNotMade(name, aspectRatios))
  const sizes = endpoint?.accepts.includes('resolution') ? resolutions.map((one) => one.name) : []
  if (resolution && !sizes.includes(resolution)) refuse(REFUSALS.resolutionNotMade(resolution, name))
  return kind
}
