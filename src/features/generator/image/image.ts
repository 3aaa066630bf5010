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
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new ImageError('gone', { cause: reader.error }))
    reader.readAsDataURL(file)
  })
}
