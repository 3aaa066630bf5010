// What a picture must be before it is sent. The gateway checks it again by its bytes; these checks are for the person,
// who gets a sentence at once instead of an upload and a refusal.

const MAX_PICTURE_BYTES = 10 * 1024 * 1024
const MIN_PICTURE_SIDE = 300
/** Of the longer to the shorter side. */
const MAX_PICTURE_RATIO = 4

export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

export interface Picture {
  file: File
  /** What its first bytes say, which the file's name and declared type may not. */
  type: PictureType
  width: number
  height: number
}

export class PictureError extends Error {
  override readonly name = 'PictureError'
}

const PICTURE_SENTENCES = {
  notAPicture: 'This file is not an image. Choose a JPEG, PNG or WebP picture.',
  otherFormat: 'This image format cannot be used. Choose a JPEG, PNG or WebP picture.',
  tooBig: 'This picture is larger than 10 MB. Choose a smaller one.',
  broken: 'This picture could not be opened. It may be damaged; choose another one.',
  tooSmall: `This picture is too small. Both sides need at least ${MIN_PICTURE_SIDE} pixels.`,
  badRatio: 'This picture is too long and thin. Its sides may differ by 1:4 at most.',
  unreadable: 'Your picture could not be read any more. Please choose it again.',
} as const

/** Width and height in pixels; rejects when the file does not decode. */
export type Measure = (file: Blob) => Promise<{ width: number; height: number }>

/** @throws PictureError with a sentence for the person */
export async function checkPicture(file: File, measure: Measure = measureBitmap): Promise<Picture> {
  if (!file.type.startsWith('image/')) throw new PictureError(PICTURE_SENTENCES.notAPicture)
  if (file.size > MAX_PICTURE_BYTES) throw new PictureError(PICTURE_SENTENCES.tooBig)
  const type = typeOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()))
  if (!type) throw new PictureError(PICTURE_SENTENCES.otherFormat)
  const { width, height } = await measure(file).catch((cause: unknown) => {
    throw new PictureError(PICTURE_SENTENCES.broken, { cause })
  })
  if (Math.min(width, height) < MIN_PICTURE_SIDE) throw new PictureError(PICTURE_SENTENCES.tooSmall)
  if (Math.max(width, height) > MAX_PICTURE_RATIO * Math.min(width, height)) {
    throw new PictureError(PICTURE_SENTENCES.badRatio)
  }
  return { file, type, width, height }
}

/** The picture as a base64 data URI. @throws PictureError when the file has gone or changed since it was chosen */
export function pictureToDataUri({ file, type }: Picture): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(`data:${type};base64,${String(reader.result).split(',')[1] ?? ''}`)
    reader.onerror = () => reject(new PictureError(PICTURE_SENTENCES.unreadable, { cause: reader.error }))
    reader.readAsDataURL(file)
  })
}

async function measureBitmap(file: Blob) {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}

function typeOf(bytes: Uint8Array): PictureType | null {
  const text = String.fromCharCode(...bytes)
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp'
  return null
}
