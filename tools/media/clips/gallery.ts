// Defines short, silent loops for the gallery's cards, two for each category. They are close views of the other clips,
// and two additional scenes. A card's words cover them, so they have little grain and small files.
import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import type { Uniforms } from '../render/page.ts'
import { hero } from './hero.ts'
import { keyboard } from './keyboard.ts'
import { kiss } from './kiss.ts'
import { glassMarbles } from './marbles.ts'
import { meters } from './meters.ts'
import { nearWater, water } from './water.ts'

const SECONDS = 4
const WIDTH = 480
const HEIGHT = 600

interface View {
  /** The camera's position, followed by its motion and its target. */
  eye: Point
  sway: Point
  target: Point
  focal: number
  sharpAt: Point
}

function drawGallery(name: string, clip: Pick<Clip, 'scene' | 'shot' | 'look' | 'textures'>): Clip {
  const { scene, shot, look, textures } = clip
  return {
    name: `gallery/${name}`,
    seconds: SECONDS,
    scene,
    samples: 8,
    shutter: 0.5,
    size: [WIDTH, HEIGHT],
    bytes: 90_000,
    shot,
    look: { ...look, uGrain: 0.4 },
    ...(textures && { textures }),
  }
}

/** Creates another view of a clip. It is a little faster, so that both loops end together. */
function compareDistance(name: string, clip: Clip, { eye, sway, target, focal, sharpAt }: View): Clip {
  const drawShot = (t: number): Uniforms => {
    const phase = getPhase(t, SECONDS)
    const at: Point = [
      eye[0] + sway[0] * Math.sin(phase),
      eye[1] + sway[1] * Math.cos(phase),
      eye[2] + sway[2] * Math.cos(phase),
    ]
    return {
      ...clip.shot((t * clip.seconds) / SECONDS),
      uEye: at,
      uTarget: target,
      uFocal: focal,
      uFocus: getDepth(sharpAt, at, target),
    }
  }
  return drawGallery(name, { ...clip, shot: drawShot })
}

const PAPER = { ...kiss.look, uExposure: 1.1, uGlow: 0.06, uVignette: 0.4, uSaturation: 1.2 }

export const galleryClips: readonly Clip[] = [
  drawGallery('movie-1', { ...kiss, shot: (t) => kiss.shot((t * kiss.seconds) / SECONDS) }),
  drawGallery('movie-2', {
    scene: 'skyline',
    look: { ...kiss.look, uExposure: 1.15, uGlow: 0.16 },
    shot: (t) => ({ uSway: 0.06 * Math.sin(getPhase(t, SECONDS)) }),
  }),
  drawGallery('animation-1', {
    scene: 'hills',
    look: PAPER,
    shot: () => ({
      uSkyTop: [0.05, 0.22, 0.28],
      uSkyLow: [0.95, 0.46, 0.2],
      uFar: [0.2, 0.44, 0.36],
      uNear: [0.002, 0.03, 0.045],
      uSunLight: [1.3, 0.75, 0.3],
      uSun: [0.22, 0.3, 0.15],
      uTrees: 0.55,
    }),
  }),
  drawGallery('animation-2', {
    scene: 'hills',
    look: PAPER,
    shot: () => ({
      uSkyTop: [0.03, 0.025, 0.1],
      uSkyLow: [0.3, 0.12, 0.34],
      uFar: [0.3, 0.13, 0.36],
      uNear: [0.006, 0.008, 0.035],
      uSunLight: [0.85, 0.85, 0.75],
      uSun: [-0.3, 0.42, 0.12],
      uTrees: 0.25,
    }),
  }),
  compareDistance('product-1', keyboard, {
    eye: [4.6, 2.9, 4.2],
    sway: [0.25, 0.06, 0.1],
    target: [3, 0.2, 0.9],
    focal: 2.4,
    sharpAt: [3, 0.5, 0.9],
  }),
  compareDistance('product-2', glassMarbles, {
    eye: [1.2, 2.4, 9],
    sway: [0.5, 0.1, 0.2],
    target: [0, 0.9, 0],
    focal: 2.6,
    sharpAt: [0, 1, 0.75],
  }),
  compareDistance('talk-show-1', meters, {
    eye: [-2.3, -0.5, 2.6],
    sway: [0.15, 0.05, 0.06],
    target: [-1.0, 0, 0],
    focal: 1.9,
    sharpAt: [-1.25, 0.2, -0.1],
  }),
  compareDistance('talk-show-2', hero, {
    eye: [0.6, 0.1, 2.6],
    sway: [0.16, 0.06, 0.06],
    target: [-0.2, 0.1, 0.2],
    focal: 1.5,
    sharpAt: [-0.1, 0, 0.3],
  }),
  compareDistance('other-1', water, {
    eye: [0, 4.6, 14],
    sway: [0.5, 0.15, 0.3],
    target: [0, 0.3, 0],
    focal: 3,
    sharpAt: [0, 0.4, 0.2],
  }),
  compareDistance(
    'other-2',
    { ...nearWater, look: { ...nearWater.look, uExposure: 3 } },
    {
      eye: [-1.5, 5.6, 10],
      sway: [0.4, 0.15, 0.2],
      target: [-0.2, 0, 0],
      focal: 2.4,
      sharpAt: [0, 0.2, 0],
    },
  ),
]
