// The only file of the renderer that may be imported from outside. It loads what a call needs: reading a frame needs no scenes.
import { rename, writeFile } from 'node:fs/promises'
import type { Canvas } from '@napi-rs/canvas'
import type { ClipRequest } from './clip-scene.ts'

export interface RenderRequest extends ClipRequest {
  /** The path of the file. It exists only when the clip is complete. */
  outPath: string
}

/** Writes the clip, followed by `tail`. Throws if an image can't be decoded. */
export async function render({ outPath, ...request }: RenderRequest, tail: Uint8Array): Promise<void> {
  const { renderClip } = await import('./clip.ts')
  await writeFile(`${outPath}.part`, [await renderClip(request), tail])
  await rename(`${outPath}.part`, outPath)
}

/** Returns the last frame of a video, whoever made it. Throws when it cannot be decoded. */
export async function readLastFrame(path: string): Promise<Canvas> {
  const { SourceVideo } = await import('./source/source-video.ts')
  return SourceVideo.readLastFrame(path)
}
