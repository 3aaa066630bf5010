// Defines a scene. Its picture and sound read the same plan (waves, lightning, beats), which keeps them in sync.

import type { Pen } from './draw/stage.ts'
import { lerp } from './math.ts'
import type { Studio } from './sound/studio.ts'

/** A color grade per channel: black level (lift), white level (gain), and the power between them (gamma). */
export interface Grade {
  lift: readonly [number, number, number]
  gain: readonly [number, number, number]
  gamma: readonly [number, number, number]
  /** The vignette. Zero leaves the corners unchanged, and 1 makes them black. */
  vignette: number
  /** The standard deviation of the film grain in 8-bit steps. */
  grain: number
  /** The share of the lights' glow to add. Zero adds none. */
  bloom: number
}

export interface Picture {
  grade: Grade
  /** Draws the whole frame. `t` is in seconds, and `progress` goes from 0 to 1 over the clip. */
  draw(pen: Pen, t: number, progress: number): void
}

export interface Scene extends Picture {
  sound(studio: Studio): void
  /** Returns the grade at a moment, for a scene whose look changes. The grain stays that of `grade`. */
  gradeAt?(progress: number): Grade
  /** Prepares the data that `draw` needs at `t`. Called before `draw`, with rising times. */
  prepare?(t: number): Promise<void>
  /** Releases the scene's resources, such as a decoder. */
  close?(): void
}

export const NEUTRAL_GRADE: Grade = {
  lift: [0.012, 0.012, 0.018],
  gain: [1, 0.99, 0.97],
  gamma: [1, 1, 1],
  vignette: 0.3,
  grain: 1.1,
  bloom: 0.16,
}

/** A grade without changes. The first frame of a clip then equals the request's image. */
export const CLEAN_GRADE: Grade = {
  lift: [0, 0, 0],
  gain: [1, 1, 1],
  gamma: [1, 1, 1],
  vignette: 0,
  grain: 1.1,
  bloom: 0,
}

export function mixGrades(from: Grade, to: Grade, share: number): Grade {
  const mixPart = (part: 'lift' | 'gain' | 'gamma') =>
    [0, 1, 2].map((i) => lerp(from[part][i] as number, to[part][i] as number, share)) as [number, number, number]
  return {
    lift: mixPart('lift'),
    gain: mixPart('gain'),
    gamma: mixPart('gamma'),
    vignette: lerp(from.vignette, to.vignette, share),
    grain: from.grain,
    bloom: lerp(from.bloom, to.bloom, share),
  }
}
