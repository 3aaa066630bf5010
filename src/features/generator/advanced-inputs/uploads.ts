// Uploads each image and voice only once per page load, for all takes and models.
import { uploadResponse } from '@contract/jobs'
import { readDataUri } from '@/lib/browser/read-data-uri'
import { ApiError } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import { imageToDataUri, type PreparedImage } from '../image/image'
import { ImageError } from '../image/image-faults'
import { ADVANCED_TEXT } from './text'

export type Uploads = ReturnType<typeof createUploads>

export function createUploads(http: Http) {
  let ids = new WeakMap<File, Promise<string>>()

  async function send(path: string, body: object): Promise<string> {
    // The same file always gets the same ID, so the request is safe to repeat.
    const answer = await http.request({ method: 'POST', path, body })
    return readResponse(uploadResponse, answer).data.id
  }

  async function uploadOnce(file: File, sendFile: () => Promise<string>): Promise<string> {
    const id = ids.get(file) ?? sendFile()
    ids.set(file, id)
    try {
      return await id
    } catch (cause) {
      ids.delete(file)
      if (cause instanceof ApiError || cause instanceof ImageError) throw cause
      throw new Error(ADVANCED_TEXT.uploadFailed, { cause })
    }
  }

  return {
    /**
     * Returns the ID of an uploaded image. Rejects with an ApiError, or with an Error whose message is for the user.
     */
    upload: (image: Pick<PreparedImage, 'file'>) =>
      uploadOnce(image.file, async () => send('/api/images', { image: await imageToDataUri(image) })),
    /** Returns the ID of an uploaded voice. Rejects like `upload`. */
    uploadVoice: (file: File) => uploadOnce(file, async () => send('/api/audio', { audio: await readDataUri(file) })),
    /** Clears all IDs. Call it after another user signs in, or when the server no longer has a file. */
    forget() {
      ids = new WeakMap()
    },
  }
}
