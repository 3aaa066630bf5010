import type { CreateInput } from '../../../_shared/contract/jobs.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { describeVoiceLength } from '../../../_shared/contract/sentences.ts'
import type { ProviderModel } from '../../catalogue/provider-model.ts'
import { RequestError } from '../../errors.ts'
import type { Images } from './images.ts'

/**
 * Checks that a request's voice exists, is the user's, and has a length that the model takes. Throws RequestError. The
 * start of the job locks the voice, so that it can't be deleted in the meantime.
 */
export async function checkVoice(
  userId: string,
  { audio }: CreateInput,
  { name }: { name: string },
  made: ProviderModel,
  images: Images,
): Promise<void> {
  const limits = made.references?.audio
  if (!audio || !limits) return
  const seconds = await images.findVoiceSeconds(userId, audio)
  if (seconds === null) throw new RequestError(REFUSALS.imageGone(), { data: { settlement: 'none' } })
  const fault = describeVoiceLength(seconds, limits, name)
  if (fault) throw new RequestError(REFUSALS.voiceLength(fault))
}
