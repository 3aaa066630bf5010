// Creates clips with a first image, a last image, or both.
import { type Canvas, type Image, loadImage } from '@napi-rs/canvas'
import { createAir } from '../image/air.ts'
import { imageSound } from '../image/image-sound.ts'
import { type ImageTone, readImageMood, readTone } from '../image/image-tone.ts'
import type { Mood } from '../mood.ts'
import { CLEAN_GRADE, type Scene } from '../scene.ts'
import { planCamera } from './camera.ts'
import { createMove } from './move.ts'
import { createPlate, drawView, type View } from './plate.ts'

/** The change between two images fills the middle half of the clip. */
const BETWEEN = [0.24, 0.76] as const

/** The change from another scene to a last image. */
const ARRIVAL = [0.42, 0.86] as const

interface PlateShot extends Scene {
  plate: Canvas
  tone: ImageTone
}

/** Creates a clip from a first to a last image. Throws if the bytes aren't an image. */
export async function createFramesScene(
  first: Uint8Array,
  last: Uint8Array,
  prompt: string,
  seed: number,
  seconds: number,
): Promise<Scene> {
  const [firstImage, lastImage] = await Promise.all([first, last].map((bytes) => loadImage(Buffer.from(bytes))))
  const [firstTone, lastTone] = [readTone(firstImage as Image), readTone(lastImage as Image)]
  const mood = readImageMood(firstTone, prompt, seed, seconds)
  const camera = planCamera(mood.random('camera'))
  const from = createPlateShot(firstImage as Image, firstTone, mood, camera.leave)
  const to = createPlateShot(
    lastImage as Image,
    lastTone,
    readImageMood(lastTone, prompt, seed, seconds),
    camera.arrive,
  )
  return createMove({
    from,
    to,
    window: BETWEEN,
    camera,
    guide: { plate: to.plate, tone: lastTone, view: camera.arrive },
    air: createAir(lastTone, mood.random('air'), seconds),
    getAir: () => 0.8,
    mood,
  })
}

/** Ends a scene at an image. Throws if the bytes aren't an image. */
export async function createArrivalScene(
  scene: Scene,
  last: Uint8Array,
  prompt: string,
  seed: number,
  seconds: number,
): Promise<Scene> {
  const image = await loadImage(Buffer.from(last))
  const tone = readTone(image)
  const mood = readImageMood(tone, prompt, seed, seconds)
  const camera = planCamera(mood.random('camera'))
  const to = createPlateShot(image, tone, mood, camera.arrive)
  return createMove({
    from: scene,
    to,
    window: ARRIVAL,
    camera,
    guide: { plate: to.plate, tone, view: camera.arrive },
    air: createAir(tone, mood.random('air'), seconds),
    getAir: (share) => share,
    mood,
  })
}

/** Shows an image through a camera. */
export function createPlateShot(
  image: Image | Canvas,
  tone: ImageTone,
  mood: Mood,
  view: (progress: number) => View,
): PlateShot {
  const plate = createPlate(image)
  return {
    plate,
    tone,
    grade: CLEAN_GRADE,
    draw: (pen, _t, progress) => drawView(pen, plate, view(progress)),
    sound: (studio) => imageSound(studio, mood, tone),
  }
}
