import { readFile } from 'node:fs/promises'
import { createCaption, createLabel, type Overlay } from './caption.ts'
import { createLayer, FRAME_RATE, HEIGHT, WIDTH } from './draw/stage.ts'
import { ClipVideo, readPixels, SAMPLE_RATE, writeClip } from './encode/encoder.ts'
import { FrameFinisher } from './encode/frame-finisher.ts'
import { createImageScene } from './image/image-scene.ts'
import { readMood } from './mood.ts'
import { readPrompt } from './prompt/reading.ts'
import type { Scene } from './scene.ts'
import { findScene } from './scene-choice.ts'
import { createCard } from './scenes/card/card.ts'
import { Studio } from './sound/studio.ts'

export interface ClipRequest {
  /** Without fault words; may be empty for an image. */
  prompt: string
  seed: number
  seconds: number
  sound: boolean
  /** Null renders a scene from the prompt. */
  imagePath: string | null
}

/** Returns an MP4. Throws when the image cannot be decoded. */
export async function renderClip(request: ClipRequest): Promise<Uint8Array> {
  const { scene, overlays } = await createScene(request)
  const video = new ClipVideo()
  try {
    await drawFrames(scene, overlays, request, video)
    return await writeClip(video, request.sound ? renderSound(scene, request) : null)
  } finally {
    video.close()
  }
}

async function createScene(request: ClipRequest): Promise<{ scene: Scene; overlays: Overlay[] }> {
  const { prompt, seed, seconds, imagePath } = request
  const drawTitle = (scene: Scene) => ({ scene, overlays: [createCaption(prompt), createLabel()] })
  if (imagePath) return drawTitle(await createImageScene(await readFile(imagePath), prompt, seed, seconds))
  const family = findScene(readPrompt(prompt))
  if (family) return drawTitle(family.create(readMood(prompt, seed, seconds, family.usualLights)))
  return {
    scene: createCard(prompt, readMood(prompt, seed, seconds, ['day', 'dusk', 'night'])),
    overlays: [createLabel()],
  }
}

async function drawFrames(scene: Scene, overlays: Overlay[], request: ClipRequest, video: ClipVideo): Promise<void> {
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const finisher = new FrameFinisher(scene.grade)
  const frames = Math.round(request.seconds * FRAME_RATE)
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4)
  for (let frame = 0; frame < frames; frame++) {
    const t = frame / FRAME_RATE
    pen.save()
    scene.draw(pen, t, frame / (frames - 1))
    pen.restore()
    for (const draw of overlays) draw(pen, t, request.seconds)
    await readPixels(canvas, pixels)
    await video.add(finisher.finish(new Uint32Array(pixels.buffer), frame))
  }
}

function renderSound(scene: Scene, request: ClipRequest): { left: Float32Array; right: Float32Array } {
  const studio = new Studio(Math.round(request.seconds * SAMPLE_RATE), SAMPLE_RATE, request.seed)
  scene.sound(studio)
  return studio.master()
}
