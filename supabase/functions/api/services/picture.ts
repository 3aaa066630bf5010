import { imageSize } from 'image-size'
import { RequestError } from '../errors.ts'

/** A checked picture, as its bytes say. */
export interface Picture {
  bytes: Uint8Array<ArrayBuffer>
  mime: 'image/jpeg' | 'image/png'
}

/** What the vendors document: JPEG or PNG, 10 MB, at least 300 px, ratio 1:4 to 4:1. The browser sends JPEG alone. */
const MAX_BYTES = 10 * 1024 * 1024
const MIN_SIDE_PX = 300
const MAX_RATIO = 4

const MIME_BY_TYPE: Record<string, Picture['mime']> = { jpg: 'image/jpeg', png: 'image/png' }

/** Reads a base64 data URI and believes its bytes alone. Throws RequestError bad_request with a sentence. */
export function readPicture(dataUri: string): Picture {
  const base64 = /^data:image\/[a-z+.-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUri)?.[1]
  if (!base64) throw refused('The picture could not be read. Choose a JPEG or PNG file.')
  if (base64.length > (MAX_BYTES / 3) * 4 + 4) throw refused('The picture is larger than 10 MB. Choose a smaller one.')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const { type, width, height } = measure(bytes)
  const mime = MIME_BY_TYPE[type ?? '']
  if (!mime) throw refused('The file is not a JPEG or PNG picture.')
  if (Math.min(width, height) < MIN_SIDE_PX)
    throw refused(`The picture is ${width} x ${height} pixels. Each side needs at least ${MIN_SIDE_PX}.`)
  if (Math.max(width / height, height / width) > MAX_RATIO)
    throw refused('The picture is too long and narrow. Its sides may differ by a factor of 4 at most.')
  return { bytes, mime }
}

function measure(bytes: Uint8Array): { type?: string; width: number; height: number } {
  try {
    return imageSize(bytes)
  } catch {
    return { width: 0, height: 0 }
  }
}

function refused(message: string): RequestError {
  return new RequestError('bad_request', message)
}
