// Pictures are uploaded once, and used by any number of the user's jobs. The record first, then the file: a picture without a file is
// uploaded again by the next try, and a file without a record cannot be.
import { sha256 } from 'hono/utils/crypto'
import { z } from 'zod'
import { REFUSALS } from '../../../../../contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import type { Call } from '../database.ts'
import type { Files } from '../files.ts'
import { EXTENSION, type UploadedImage } from '../image/uploaded-image.ts'

const kept = z.object({ id: z.string(), path: z.string() })

export interface Pictures {
  /** Returns the picture's ID: the same for the same content, as long as it is there. Throws RequestError. */
  keep(userId: string, image: UploadedImage): Promise<string>
  /** Deletes at most `limit` pictures that no job has, a day after their last use, and returns how many. What fails comes up again later. */
  deleteUnused(limit: number): Promise<number>
}

export function createPictures(call: Call, files: Files, log: Log): Pictures {
  return {
    async keep(userId, image) {
      const digest = (await sha256(image.bytes.buffer)) ?? ''
      const extension = EXTENSION[image.mime]
      const { id, path } = await call(
        'keep_picture',
        { p_user_id: userId, p_sha256: digest, p_extension: extension },
        kept,
      )
      try {
        await files.storeImage(path, image)
      } catch (cause) {
        throw new RequestError(REFUSALS.imageNotStored(''), { cause })
      }
      return id
    },
    async deleteUnused(limit) {
      const unused = await call('take_unused_pictures', { p_limit: limit }, z.array(kept))
      if (unused.length === 0) return 0
      try {
        await files.remove(
          'pictures',
          unused.map(({ path }) => path),
        )
        await call('forget_pictures', { p_ids: unused.map(({ id }) => id) }, z.unknown())
        return unused.length
      } catch (cause) {
        log({ level: 'error', message: 'unused pictures not deleted yet', cause: describeCause(cause) })
        return 0
      }
    },
  }
}
