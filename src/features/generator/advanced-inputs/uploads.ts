// Uploads each image only once per page load, for all takes and models.
import { uploadResponse } from '@contract/jobs'
import { ApiError } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import { imageToDataUri, type PreparedImage } from '../image/image'
import { ImageError } from '../image/image-faults'
import { ADVANCED_TEXT } from './text'

export type Uploads = ReturnType<typeof createUploads>

export function createUploads(http: Http) {
  let ids = new WeakMap<File, Promise<string>>()

  async function send(image: Pick<PreparedImage, 'file'>): Promise<string> {
    const body = { image: await imageToDataUri(image) }
    // The same image always gets the same ID, so the request is safe to repeat.
    const answer = await http.request({ method: 'POST', path: '/api/images', body })
    return readResponse(uploadResponse, answer).data.id
  }

  return {
    /**
     * Returns the ID of an uploaded image. Rejects with an ApiError, or with an Error whose message is for the user.
     */
    async upload(image: Pick<PreparedImage, 'file'>): Promise<string> {
      const id = ids.get(image.file) ?? send(image)
      ids.set(image.file, id)
      try {
        return await id
      } catch (cause) {
        ids.delete(image.file)
        if (cause instanceof ApiError || cause instanceof ImageError) throw cause
        throw new Error(ADVANCED_TEXT.uploadFailed, { cause })
      }
    },
    /** Clears all IDs. Call it after another user signs in, or when the server no longer has an image. */
    forget() {
      ids = new WeakMap()
    },
  }
}
