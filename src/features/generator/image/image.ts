import { ImageError } from './image-faults'

/** The image to send: upright, within size, without metadata. */
export interface PreparedImage {
  /** A JPEG with the original's name. */
  file: File
  width: number
  height: number
  /** True if transparent parts are white now. */
  wasTransparent: boolean
}

/** Returns a base64 data URI. Throws ImageError when the file has gone or changed since it was chosen. */
export function imageToDataUri({ file }: Pick<PreparedImage, 'file'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new ImageError('gone', { cause: reader.error }))
    reader.readAsDataURL(file)
  })
}
