// Creates a clip that continues from the last frame of another clip and changes to the prompt's scene.
import type { Canvas } from '@napi-rs/canvas'
import { createAir } from '../image/air.ts'
import { readImageMood, readTone } from '../image/image-tone.ts'
import { planCamera } from '../move/camera.ts'
import { createPlateShot } from '../move/frames.ts'
import { createMove } from '../move/move.ts'
import type { Scene } from '../scene.ts'

/** The change starts early, because the prompt's scene follows it. */
const WINDOW = [0.2, 0.6] as const

/** Creates the clip. `createNext` creates the following scene for the remaining seconds. */
export async function createExtension(
  lastFrame: Canvas,
  createNext: (seconds: number) => Promise<Scene>,
  { prompt, seed, seconds }: { prompt: string; seed: number; seconds: number },
): Promise<Scene> {
  const tone = readTone(lastFrame)
  const mood = readImageMood(tone, prompt, seed, seconds)
  const camera = planCamera(mood.random('camera'))
  const from = createPlateShot(lastFrame, tone, mood, camera.leave)
  const [start] = WINDOW
  const next = await createNext(seconds * (1 - start))
  return createMove({
    from,
    to: delayScene(next, start, seconds),
    window: WINDOW,
    camera,
    guide: { plate: from.plate, tone, view: camera.leave },
    air: createAir(tone, mood.random('air'), seconds),
    getAir: (share) => 1 - share,
    mood,
  })
}

/** Delays a scene. Its own time starts at `start`, a share of the clip. */
function delayScene(scene: Scene, start: number, seconds: number): Scene {
  const shift = (progress: number) => Math.max(0, (progress - start) / (1 - start))
  return {
    ...scene,
    draw: (pen, t, progress) => scene.draw(pen, Math.max(0, t - start * seconds), shift(progress)),
    ...(scene.gradeAt && { gradeAt: (progress) => scene.gradeAt?.(shift(progress)) ?? scene.grade }),
  }
}
