import type { Overlay } from './caption.ts'
import { type ClipRequest, createClipScene } from './clip-scene.ts'
import { createLayer, FRAME_RATE, HEIGHT, WIDTH } from './draw/stage.ts'
import { ClipVideo, readPixels, SAMPLE_RATE, writeClip } from './encode/encoder.ts'
import { FrameFinisher } from './encode/frame-finisher.ts'
import type { Scene } from './scene.ts'
import { Studio } from './sound/studio.ts'
import { readVoice } from './sound/voice.ts'
import { upscaleVideo } from './source/upscale.ts'

/** Renders a clip and returns the MP4 file. Throws if an image can't be decoded. */
export async function renderClip(request: ClipRequest): Promise<Uint8Array> {
  if (request.source?.use === 'upscale') return upscaleVideo(request.source.path)
  const { scene, overlays } = await createClipScene(request)
  const video = new ClipVideo(request.frameRate ?? FRAME_RATE)
  try {
    await drawFrames(scene, overlays, request, video)
    return await writeClip(video, request.sound ? await renderSound(scene, request) : null)
  } finally {
    video.close()
    scene.close?.()
  }
}

async function drawFrames(scene: Scene, overlays: Overlay[], request: ClipRequest, video: ClipVideo): Promise<void> {
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const finisher = new FrameFinisher(scene.grade)
  const frames = Math.round(request.seconds * video.frameRate)
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4)
  for (let frame = 0; frame < frames; frame++) {
    const t = frame / video.frameRate
    const progress = frame / (frames - 1)
    if (scene.prepare) await scene.prepare(t)
    pen.save()
    scene.draw(pen, t, progress)
    pen.restore()
    for (const draw of overlays) draw(pen, t, request.seconds)
    await readPixels(canvas, pixels)
    if (scene.gradeAt) finisher.regrade(scene.gradeAt(progress))
    await video.add(finisher.finish(new Uint32Array(pixels.buffer), frame))
  }
}

async function renderSound(scene: Scene, request: ClipRequest): Promise<{ left: Float32Array; right: Float32Array }> {
  const studio = new Studio(Math.round(request.seconds * SAMPLE_RATE), SAMPLE_RATE, request.seed)
  scene.sound(studio)
  if (request.voicePath) studio.add(await readVoice(request.voicePath, SAMPLE_RATE), { room: 0.15 })
  return studio.master()
}
