import { ImageError } from './image-faults'

/** A picture as it is sent: upright, within size, without anything but its pixels. */
export interface Picture {
  /** A JPEG, under the name of the file it was made from. */
  file: File
  width: number
  height: number
  /** Parts of the original could be seen through, and are white now. */
  wasTransparent: boolean
}

/** The picture as a base64 data URI. @throws ImageError when the file has gone or changed since it was chosen */
export function imageToDataUri({ file }: Picture): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new ImageError('gone', { cause: reader.error }))
    reader.readAsDataURL(file)
  })
}
