// One clip from a request: choose the scene, draw and encode its frames, synthesize its sound, write the file.
import { readFile } from 'node:fs/promises'
import { addBloom } from './bloom.ts'
import { createCaption } from './caption.ts'
import { ClipVideo, readPixels, SAMPLE_RATE, writeClip } from './encoder.ts'
import { FrameFinisher } from './frame-finisher.ts'
import { readMood } from './mood.ts'
import { createPictureScene } from './picture/picture-scene.ts'
import type { RenderRequest } from './request.ts'
import type { Scene } from './scene.ts'
import { chooseScene } from './scene-choice.ts'
import { Studio } from './sound/studio.ts'
import { createLayer, FRAME_RATE, HEIGHT, WIDTH } from './stage.ts'

export type ClipRequest = Omit<RenderRequest, 'outPath'>

/** Renders a request to the bytes of an MP4; throws when the picture cannot be decoded. */
export async function renderClip(request: ClipRequest): Promise<Uint8Array> {
  const scene = await createScene(request)
  const video = new ClipVideo()
  await drawFrames(scene, request, video)
  return await writeClip(video, request.sound ? renderSound(scene, request) : null)
}

async function createScene(request: ClipRequest): Promise<Scene> {
  const { prompt, seed, seconds, picturePath } = request
  if (picturePath) return await createPictureScene(await readFile(picturePath), prompt, seed, seconds)
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
