// What a request shows: a scene, a card, or the images that it names.
import { readFile } from 'node:fs/promises'
import { createCaption, createLabel, type Overlay } from './caption.ts'
import { createImageScene } from './image/image-scene.ts'
import { readMood } from './mood.ts'
import { createArrivalScene, createFramesScene } from './move/frames.ts'
import { readPrompt } from './prompt/reading.ts'
import type { Scene } from './scene.ts'
import { findScene } from './scene-choice.ts'
import { createCard } from './scenes/card/card.ts'

export interface ClipRequest {
  /** Without fault words; may be empty for an image. */
  prompt: string
  seed: number
  seconds: number
  sound: boolean
  /** The image that the clip begins with. Null renders a scene from the prompt. */
  imagePath: string | null
  /** The image that the clip ends at. */
  lastImagePath?: string | null
}

export interface ClipScene {
  scene: Scene
  overlays: Overlay[]
}

/** Throws when an image cannot be decoded. */
export async function createClipScene(request: ClipRequest): Promise<ClipScene> {
  const { prompt } = request
  const captioned = [createCaption(prompt), createLabel()]
  const images = await readImages(request)
  const isCard = !images.first && findScene(readPrompt(prompt)) === null
  const overlays = isCard ? [createLabel()] : captioned
  return { scene: await createImagesScene(request, images), overlays }
}

interface Images {
  first: Uint8Array | null
  last: Uint8Array | null
}

async function readImages({ imagePath, lastImagePath }: ClipRequest): Promise<Images> {
  const read = (path: string | null | undefined) => (path ? readFile(path) : null)
  const [first = null, last = null] = await Promise.all([imagePath, lastImagePath].map(read))
  return { first, last }
}

async function createImagesScene(request: ClipRequest, { first, last }: Images): Promise<Scene> {
  const { prompt, seed, seconds } = request
  if (first && last) return createFramesScene(first, last, prompt, seed, seconds)
  const opening = first
    ? await createImageScene(first, prompt, seed, seconds)
    : createPromptScene(prompt, seed, seconds)
  return last ? createArrivalScene(opening, last, prompt, seed, seconds) : opening
}

/** A scene that shows what the prompt asks for, or a card with its words. */
function createPromptScene(prompt: string, seed: number, seconds: number): Scene {
  const family = findScene(readPrompt(prompt))
  if (family) return family.create(readMood(prompt, seed, seconds, family.usualLights))
  return createCard(prompt, readMood(prompt, seed, seconds, ['day', 'dusk', 'night']))
}
