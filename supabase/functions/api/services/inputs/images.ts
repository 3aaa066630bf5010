// Stores uploaded images and voices, which any of the user's jobs can use. Both are inputs, and share their limits. The record is written before the file, so a retry
// uploads a missing file again. If a record is deleted during its upload, its file is already listed for deletion.
import { sha256 } from 'hono/utils/crypto'
import { z } from 'zod'
import { MAX_UNUSED_IMAGE_BYTES, MAX_UNUSED_IMAGES } from '../../../_shared/contract/inputs.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { Files } from '../files.ts'
import { IMAGE_EXTENSION, type UploadedImage } from '../image/uploaded-image.ts'
import type { UploadedAudio } from './uploaded-audio.ts'

const listedImage = z.object({ id: z.string(), path: z.string() })
const savedImage = z.discriminatedUnion('outcome', [
  listedImage.extend({ outcome: z.literal('saved') }),
  z.object({ outcome: z.literal('too_many') }),
])

const EXTENSION = { ...IMAGE_EXTENSION, 'audio/mpeg': 'mp3', 'audio/wav': 'wav' }

export interface Images {
  /** Returns the file's ID, the same for the same content while the file exists. Throws RequestError. */
  save(userId: string, input: UploadedImage | UploadedAudio): Promise<string>
  /** Returns the length of the user's voice. Null if the voice is gone or another user's. */
  findVoiceSeconds(userId: string, id: string): Promise<number | null>
  /**
   * Deletes up to `limit` images that neither a job nor the cast uses, a day after their last use. Returns their number. Failed deletions
   * are retried later.
   */
  deleteUnused(limit: number): Promise<number>
}

export function createImages(call: Call, files: Files, log: Log): Images {
  return {
    async save(userId, input) {
      const digest = (await sha256(input.bytes.buffer)) ?? ''
      const answer = await call(
        'save_file',
        {
          p_user_id: userId,
          p_sha256: digest,
          p_extension: EXTENSION[input.mime],
          p_bytes: input.bytes.byteLength,
          p_max: MAX_UNUSED_IMAGES,
          p_max_bytes: MAX_UNUSED_IMAGE_BYTES,
          p_seconds: 'seconds' in input ? input.seconds : null,
        },
        savedImage,
      )
      if (answer.outcome === 'too_many') {
        throw new RequestError(REFUSALS.tooManyImages(MAX_UNUSED_IMAGES, MAX_UNUSED_IMAGE_BYTES))
      }
      const { id, path } = answer
      try {
        await files.storeInput(path, input)
      } catch (cause) {
        throw new RequestError(REFUSALS.imageNotStored(''), { cause })
      }
      return id
    },
    findVoiceSeconds: (userId, id) => call('get_voice_seconds', { p_user_id: userId, p_id: id }, z.number().nullable()),
    async deleteUnused(limit) {
      const unused = await call('claim_unused_files', { p_limit: limit }, z.array(listedImage))
      if (unused.length === 0) return 0
      try {
        await files.remove(
          'images',
          unused.map(({ path }) => path),
        )
        await call('delete_files', { p_ids: unused.map(({ id }) => id) }, z.unknown())
        return unused.length
      } catch (cause) {
        log({ level: 'error', message: 'unused images not deleted yet', cause: describeCause(cause) })
        return 0
      }
    },
  }
}
