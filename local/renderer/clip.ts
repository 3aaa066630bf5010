import { readFile } from 'node:fs/promises'
import { createCaption } from './caption.ts'
import { addBloom } from './draw/bloom.ts'
import { createLayer, FRAME_RATE, HEIGHT, WIDTH } from './draw/stage.ts'
import { ClipVideo, readPixels, SAMPLE_RATE, writeClip } from './encode/encoder.ts'
import { FrameFinisher } from './encode/frame-finisher.ts'
import { createImageScene } from './image/image-scene.ts'
import { readMood } from './mood.ts'
import type { Scene } from './scene.ts'
import { chooseScene } from './scene-choice.ts'
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
  const scene = await createScene(request)
  const video = new ClipVideo()
  await drawFrames(scene, request, video)
  return await writeClip(video, request.sound ? renderSound(scene, request) : null)
}

async function createScene(request: ClipRequest): Promise<Scene> {
  const { prompt, seed, seconds, imagePath } = request
  if (imagePath) return await createImageScene(await readFile(imagePath), prompt, seed, seconds)
  const family = chooseScene(prompt, seed)
  return family.create(readMood(prompt, seed, seconds, family.usualLights))
}

async function drawFrames(scene: Scene, request: ClipRequest, video: ClipVideo): Promise<void> {
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const finisher = new FrameFinisher(scene.grade)
  const drawCaption = createCaption(request.prompt)
  const frames = Math.round(request.seconds * FRAME_RATE)
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4)
  for (let frame = 0; frame < frames; frame++) {
    const t = frame / FRAME_RATE
    pen.save()
    scene.draw(pen, t, frame / (frames - 1))
    pen.restore()
    if (scene.grade.bloom > 0) addBloom(canvas, pen, scene.grade.bloom)
    drawCaption(pen, t, request.seconds)
    await readPixels(canvas, pixels)
    await video.add(finisher.finish(pixels, frame))
  }
}

function renderSound(scene: Scene, request: ClipRequest): { left: Float32Array; right: Float32Array } {
  const studio = new Studio(Math.round(request.seconds * SAMPLE_RATE), SAMPLE_RATE, request.seed)
  scene.sound(studio)
  return studio.master()
}
