// Creates a clip with reference images as prints. They arrive one after another, and drift over a background of their
// colors.
import { type Image, loadImage } from '@napi-rs/canvas'
import { createAir } from '../image/air.ts'
import { imageSound } from '../image/image-sound.ts'
import { readImageMood, readTone } from '../image/image-tone.ts'
import { lerp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { type Camera, planCamera } from '../move/camera.ts'
import { createPlate, drawView } from '../move/plate.ts'
import { CLEAN_GRADE, type Grade, mixGrades, NEUTRAL_GRADE, type Scene } from '../scene.ts'
import { addTone, pluck } from '../sound/dsp.ts'
import type { Studio } from '../sound/studio.ts'
import { createGround } from './ground.ts'
import { planLayout } from './layouts.ts'
import { createSprite, drawPrint, LANDING_SECONDS, type Print } from './print.ts'

const GRADE: Grade = { ...NEUTRAL_GRADE, lift: [0, 0, 0], gain: [1, 1, 1], vignette: 0.24, bloom: 0.05 }
/** The share of the clip in which the prints arrive. */
const ARRIVAL = 0.4
/** The seconds for which a first image is visible alone. */
const ALONE_SECONDS = 0.6
/** The share of a first image that the background covers. */
const COVERED = 0.78

export interface ReferenceRequest {
  images: readonly Uint8Array[]
  /** The captions of the images, in order. Empty for an image without one. */
  names?: readonly string[] | undefined
  /** The first image of the clip, which becomes the background. */
  first: Uint8Array | null
  prompt: string
  seed: number
  seconds: number
}

/** Creates the clip. Throws if the bytes of an image aren't an image. */
export async function createReferenceScene({
  images,
  names = [],
  first,
  prompt,
  seed,
  seconds,
}: ReferenceRequest): Promise<Scene> {
  const read = (bytes: Uint8Array) => loadImage(Buffer.from(bytes))
  const pictures = await Promise.all(images.map(read))
  const opening = first && (await read(first))
  const tone = readTone(opening ?? (pictures[0] as Image))
  const mood = readImageMood(tone, prompt, seed, seconds)
  const camera = planCamera(mood.random('camera'))
  const prints = planPrints(pictures, names, mood, opening ? ALONE_SECONDS : 0)
  const drawGround = createGround(pictures, mood.random('ground'))
  const drawOpening = opening && createOpening(opening, camera)
  const drawAir = createAir(tone, mood.random('air'), seconds)
  const getCover = (t: number) => (opening ? COVERED * smoothstep(ALONE_SECONDS / 2, ALONE_SECONDS + 1.2, t) : 1)
  return {
    grade: opening ? CLEAN_GRADE : GRADE,
    gradeAt: (progress) => (opening ? mixGrades(CLEAN_GRADE, GRADE, getCover(progress * seconds) / COVERED) : GRADE),
    draw(pen, t, progress) {
      pen.imageSmoothingQuality = 'low'
      drawOpening?.(pen, progress)
      pen.globalAlpha = getCover(t)
      drawGround(pen, t)
      pen.globalAlpha = 1
      drawAir(pen, t, getCover(t) * 0.7)
      for (const print of prints)
        drawPrint(pen, print, t, lerp(0.985, 1.05, progress), camera.turn * lerp(-26, 26, progress))
    },
    sound(studio) {
      imageSound(studio, mood, tone)
      addLandings(studio, mood, prints)
    },
  }
}

function createOpening(image: Image, camera: Camera) {
  const plate = createPlate(image)
  return (pen: Parameters<typeof drawView>[0], progress: number) => drawView(pen, plate, camera.leave(progress / 2))
}

/**
 * Plans the prints. `wait` is the time in seconds before the first print arrives. Without a wait, the first print is
 * there at the start.
 */
function planPrints(pictures: readonly Image[], names: readonly string[], mood: Mood, wait: number): Print[] {
  const random = mood.random('layout')
  const cells = planLayout(
    pictures.map(({ width, height }) => width / height),
    random,
  )
  const start = Math.max(wait, 0.15)
  const step = Math.min(1, (ARRIVAL * mood.seconds - start) / cells.length)
  return cells.map((cell, i) => ({
    sprite: createSprite(pictures[i] as Image, cell, names[i]),
    cell,
    begin: wait > 0 ? start + i * step : i > 0 ? start + (i - 1) * step : -LANDING_SECONDS,
    fromX: (cell.x - 640) / 640,
    fromY: i % 2 ? 1 : -1,
  }))
}

/** Adds a soft note for each print that arrives. Later prints have higher notes. */
function addLandings(studio: Studio, mood: Mood, prints: readonly Print[]): void {
  const random = mood.random('landings')
  const root = random.pick([220, 246.94, 261.63])
  const steps = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2, 9 / 4]
  for (const [i, { begin, cell }] of prints.entries()) {
    const at = begin + 0.35 * LANDING_SECONDS
    if (at < 0.05) continue
    const note = studio.track()
    const level = (t: number) => pluck(t, 0.008, 0.38)
    addTone(note, studio.rate, at, 1.6, root * (steps[i % steps.length] as number), level, [1, 0.3, 0.1])
    studio.add(note, { gain: 0.16, pan: ((cell.x - 640) / 640) * 0.8, room: 0.8 })
  }
}
