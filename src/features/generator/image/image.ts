import { readDataUri } from '@/lib/browser/read-data-uri'
import { ImageError } from './image-faults'

/** The image to send: upright, within the size limit, without metadata. */
export interface PreparedImage {
  /** A JPEG with the original's file name. */
  file: File
  width: number
  height: number
  /** Whether transparent parts were filled with white. */
  wasTransparent: boolean
}

/** Returns a base64 data URI. Throws ImageError if the file was removed or changed after the user chose it. */
export function imageToDataUri({ file }: Pick<PreparedImage, 'file'>): Promise<string> {
  return readDataUri(file).catch((cause: unknown) => {
    throw new ImageError('gone', { cause })
  })
}
