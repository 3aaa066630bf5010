import type { Uniforms } from './render/page.ts'
import type { Stereo } from './sound/stereo.ts'

export const FRAME_RATE = 24

/** One sample clip: what is seen at every moment, and what is heard. Both read the same events. */
export interface Clip {
  name: string
  /** One turn of the loop; a whole number of frames. */
  seconds: number
  /** The shader in scenes/. */
  scene: string
  /** Samples per pixel and frame. */
  samples: number
  /** The time that the shutter is open, as a share of a frame. */
  shutter: number
  /** Camera and everything that moves at `t`; the same at `t` and `t + seconds`. */
  shot(t: number): Uniforms
  /** The settings that develop the light into a picture. */
  look: Uniforms
  textures?(): Record<string, string> | Promise<Record<string, string>>
  /** A clip without it is silent, and gets no still. */
  sound?(): Stereo
  /** A clip may be a nearer cut from another one's frames: its name, and the part of the picture (left, top, size). */
  cut?: { from: string; part: readonly [left: number, top: number, size: number] }
  /** The size of the picture in pixels. Default: 1280 x 720. */
  size?: readonly [width: number, height: number]
  /** Integrated loudness, where it differs from the others'. */
  lufs?: number
  /** Size of the file, where it differs from the others'. */
  bytes?: number
}

/** Samples of one frame: moments of the open shutter, places in the pixel and on the lens, spread evenly. */
export function listSampleFrames(clip: Clip, frame: number, samples = clip.samples): Uniforms[] {
  return Array.from({ length: samples }, (_, i) => {
    const moment = (frame + (getFraction(i * 0.6180339887 + 0.5) - 0.5) * clip.shutter) / FRAME_RATE
    const radius = Math.sqrt((i + 0.5) / samples)
    const angle = i * 2.39996323
    return {
      uTime: moment,
      uLoop: clip.seconds,
      uSample: i,
      uJitter: [getFraction(i * 0.7548776662 + 0.5) * 1.2 - 0.6, getFraction(i * 0.569840291 + 0.5) * 1.2 - 0.6],
      uLens: [radius * Math.cos(angle), radius * Math.sin(angle)],
      ...clip.shot(moment),
    }
  })
}

function getFraction(x: number): number {
  return x - Math.floor(x)
}
