// The one door of the renderer: a request in, an MP4 file out. Nothing else of this folder is imported from outside.
import { rename, writeFile } from 'node:fs/promises'
import { type ClipRequest, renderClip } from './clip.ts'

export interface RenderRequest extends ClipRequest {
  /** The MP4 appears under this name only when it is complete. */
  outPath: string
}

/** @throws Error when the image cannot be decoded */
export async function render({ outPath, ...request }: RenderRequest): Promise<void> {
  await writeFile(`${outPath}.part`, await renderClip(request))
  await rename(`${outPath}.part`, outPath)
}
