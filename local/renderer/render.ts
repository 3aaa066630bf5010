// The renderer's entry point. Only this file may be imported from outside the renderer.
import { rename, writeFile } from 'node:fs/promises'
import { renderClip } from './clip.ts'
import type { ClipRequest } from './clip-scene.ts'

export interface RenderRequest extends ClipRequest {
  /** The path of the file. It exists only when the clip is complete. */
  outPath: string
}

/** Writes the clip, followed by `tail`. Throws if an image can't be decoded. */
export async function render({ outPath, ...request }: RenderRequest, tail: Uint8Array): Promise<void> {
  await writeFile(`${outPath}.part`, [await renderClip(request), tail])
  await rename(`${outPath}.part`, outPath)
}
