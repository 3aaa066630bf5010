// Creates the scene of a clip request: a drawn scene, a title card, or the request's images.
import { readFile } from 'node:fs/promises'
import { createCaption, createLabel, type Overlay } from './caption.ts'
import { createImageScene } from './image/image-scene.ts'
import { readMood } from './mood.ts'
import { createArrivalScene, createFramesScene } from './move/frames.ts'
import { readPrompt } from './prompt/reading.ts'
import { createReferenceScene } from './references/reference-scene.ts'
import type { Scene } from './scene.ts'
import { isSea } from './scene-choice.ts'
import { createCard } from './scenes/card/card.ts'
import { createOcean } from './scenes/ocean/scene.ts'
import { createEdit } from './source/edit.ts'
import { createExtension } from './source/extend.ts'
import { SourceVideo } from './source/source-video.ts'

export interface ClipRequest {
  /** The prompt without fault words. It may be empty if the request has an image. */
  prompt: string
  seed: number
  seconds: number
  sound: boolean
  /** The frames per second. Defaults to FRAME_RATE. */
  frameRate?: number | undefined
  /** The first image of the clip, or null to draw a scene from the prompt. */
  imagePath: string | null
  /** The last image of the clip. */
  lastImagePath?: string | null
  /** The images that appear in the clip, at most seven. */
  referencePaths?: readonly string[]
  /** The captions of these images, in order. Empty for an image without one. */
  referenceNames?: readonly string[]
  /** An MP3 or WAV file that the clip's sound contains. */
  voicePath?: string | null
  /** An MP4 file. The clip extends it from its last frame, shows its frames in another light, or has twice its size. */
  source?: { path: string; use: 'extend' | 'edit' | 'upscale' } | null
}

export interface ClipScene {
  scene: Scene
  overlays: Overlay[]
}

/** Creates the scene and its overlays. Throws if an image or the source can't be decoded. */
export async function createClipScene(request: ClipRequest): Promise<ClipScene> {
  const { prompt, seed, seconds, source } = request
  const captioned = [createCaption(prompt), createLabel()]
  if (source?.use === 'edit') {
    return {
      scene: await createEdit(await SourceVideo.open(source.path), { prompt, seed, seconds }),
      overlays: captioned,
    }
  }
  const images = await readImages(request)
  const isCard = !images.first && images.references.length === 0 && !isSea(readPrompt(prompt))
  const overlays = isCard ? [createLabel()] : captioned
  if (!source) return { scene: await createImagesScene(request, images), overlays }
  const lastFrame = await SourceVideo.readLastFrame(source.path)
  const createNext = (left: number) => createImagesScene({ ...request, seconds: left }, images)
  return { scene: await createExtension(lastFrame, createNext, { prompt, seed, seconds }), overlays }
}

interface Images {
  first: Uint8Array | null
  last: Uint8Array | null
  references: Uint8Array[]
}

async function readImages({ imagePath, lastImagePath, referencePaths = [] }: ClipRequest): Promise<Images> {
  const read = (path: string | null | undefined) => (path ? readFile(path) : null)
  const [first = null, last = null] = await Promise.all([imagePath, lastImagePath].map(read))
  return { first, last, references: await Promise.all(referencePaths.map((path) => readFile(path))) }
}

async function createImagesScene(request: ClipRequest, { first, last, references }: Images): Promise<Scene> {
  const { prompt, seed, seconds } = request
  if (first && last && references.length === 0) return createFramesScene(first, last, prompt, seed, seconds)
  const opening =
    references.length > 0
      ? await createReferenceScene({ images: references, names: request.referenceNames, first, prompt, seed, seconds })
      : first
        ? await createImageScene(first, prompt, seed, seconds)
        : createPromptScene(prompt, seed, seconds)
  return last ? createArrivalScene(opening, last, prompt, seed, seconds) : opening
}

/** Draws the sea if the prompt names nothing else, or a card with the prompt's words. */
function createPromptScene(prompt: string, seed: number, seconds: number): Scene {
  if (isSea(readPrompt(prompt))) return createOcean(prompt, seed, seconds)
  return createCard(prompt, readMood(prompt, seed, seconds, ['day', 'dusk', 'night']))
}
