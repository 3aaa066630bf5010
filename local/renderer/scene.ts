// Picture and sound of a scene read the same plan (waves, lightning, beats), which keeps them in sync.

import type { Pen } from './draw/stage.ts'
import type { Light, Mood } from './mood.ts'
import type { Studio } from './sound/studio.ts'

/** Per channel: black level, white level and the power between, as a colourist would set them. */
export interface Grade {
  lift: readonly [number, number, number]
  gain: readonly [number, number, number]
  gamma: readonly [number, number, number]
  /** 0 leaves the corners as they are, 1 makes them black. */
  vignette: number
  /** Standard deviation of the film grain in 8-bit steps. */
  grain: number
  /** How much of the lights' glow is added; 0 for none. */
  bloom: number
}

export interface Picture {
  grade: Grade
  /** Draws the whole picture; `t` in seconds, `progress` 0 to 1 over the clip. */
  draw(pen: Pen, t: number, progress: number): void
}

export interface Scene extends Picture {
  sound(studio: Studio): void
}

export interface SceneFamily {
  name: string
  keywords: readonly string[]
  hints: readonly string[]
  usualLights: readonly [Light, ...Light[]]
  create(mood: Mood): Scene
  /** For an uploaded image: the sound without the picture. */
  listen(studio: Studio, mood: Mood): void
}

export interface SceneParts<Plan> {
  name: string
  /** In lower case. */
  keywords: readonly string[]
  /** Decide only when no keyword does: weather, people, what is found in many places. */
  hints?: readonly string[]
  /** For a prompt that names no time of day. */
  usualLights: readonly [Light, ...Light[]]
  plan(mood: Mood): Plan
  /** Paints what does not move once, and returns what draws a frame. */
  picture(mood: Mood, plan: Plan): Picture
  sound(studio: Studio, mood: Mood, plan: Plan): void
}

export function defineScene<Plan>(parts: SceneParts<Plan>): SceneFamily {
  const { name, keywords, hints = [], usualLights } = parts
  return {
    name,
    keywords,
    hints,
    usualLights,
    create(mood) {
      const plan = parts.plan(mood)
      return { ...parts.picture(mood, plan), sound: (studio) => parts.sound(studio, mood, plan) }
    },
    listen: (studio, mood) => parts.sound(studio, mood, parts.plan(mood)),
  }
}

export function wordList(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

export const NEUTRAL_GRADE: Grade = {
  lift: [0.012, 0.012, 0.018],
  gain: [1, 0.99, 0.97],
  gamma: [1, 1, 1],
  vignette: 0.3,
  grain: 1.7,
  bloom: 0.16,
}
