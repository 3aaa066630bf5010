import type { Uniforms } from './render/page.ts'
import type { Stereo } from './sound/stereo.ts'

export const FRAME_RATE = 24

/** A sample clip. Its picture and sound read the same events. */
export interface Clip {
  name: string
  /** The seconds of one loop. They must be a whole number of frames. */
  seconds: number
  /** The name of the shader in scenes/. */
  scene: string
  /** The number of samples per pixel and frame. */
  samples: number
  /** The time for which the shutter is open, as a share of a frame. */
  shutter: number
  /** Returns the camera and all moving parts at `t`. The result is the same at `t` and `t + seconds`. */
  shot(t: number): Uniforms
  /** The settings that convert the light to an image. */
  look: Uniforms
  textures?(): Record<string, string> | Promise<Record<string, string>>
  sound(): Stereo
  /**
   * The source of a clip that is cropped from another clip's frames. It contains the other clip's name and the part of
   * the frame (left, top, size).
   */
  cut?: { from: string; part: readonly [left: number, top: number, size: number] }
  /** The integrated loudness, if it differs from the other clips'. */
  lufs?: number
  /** The size of the file, if it differs from the other clips'. */
  bytes?: number
}

/**
 * Lists the samples of one frame. Their times within the open shutter, and their positions in the pixel and on the
 * lens, are evenly distributed.
 */
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
