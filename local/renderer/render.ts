// The only file of the renderer that may be imported from outside.
import { rename, writeFile } from 'node:fs/promises'
import { renderClip } from './clip.ts'
import type { ClipRequest } from './clip-scene.ts'

export interface RenderRequest extends ClipRequest {
  /** Exists only once it is complete. */
  outPath: string
}

/** Writes the clip, and `tail` after its last byte. Throws when the image cannot be decoded. */
export async function render({ outPath, ...request }: RenderRequest, tail: Uint8Array): Promise<void> {
  await writeFile(`${outPath}.part`, [await renderClip(request), tail])
  await rename(`${outPath}.part`, outPath)
}
