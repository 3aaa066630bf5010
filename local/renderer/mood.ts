import { getTopics, readPrompt } from './prompt/reading.ts'
import type { Topic } from './prompt/words.ts'
import { createRandom, hashText, pickInTurn, type Random } from './random.ts'

export type Light = 'day' | 'dawn' | 'dusk' | 'night'

export interface Mood {
  seed: number
  seconds: number
  light: Light
  rain: boolean
  storm: boolean
  fog: boolean
  wind: boolean
  /** Whether the prompt names the sun, the moon, or stars. No weather hides them then. */
  seesSky: boolean
  /** The topics that the prompt names. */
  topics: ReadonlySet<Topic>
  /** Returns an independent stream of random numbers for each name. */
  random(stream: string): Random
  /** Picks an item that makes videos of one prompt look different. Consecutive seeds get different items. */
  pickForTake<T>(stream: string, items: readonly [T, ...T[]]): T
}

/**
 * The light of each topic. Earlier entries take priority: a clear night sky can have stars, and dark clouds a sunset.
 */
const LIGHTS: readonly (readonly [Topic, Light])[] = [
  ['night', 'night'],
  ['dusk', 'dusk'],
  ['dawn', 'dawn'],
  ['day', 'day'],
  ['sun', 'day'],
  ['nightSky', 'night'],
  ['dark', 'night'],
  ['bright', 'day'],
]

/** Reads the mood of a prompt. `usualLights` are for a prompt that names no time of day. */
export function readMood(
  prompt: string,
  seed: number,
  seconds: number,
  usualLights: readonly [Light, ...Light[]],
): Mood {
  const topics = getTopics(readPrompt(prompt))
  const mixed = (hashText(prompt) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0
  const named = LIGHTS.find(([topic]) => topics.has(topic))?.[1]
  const storm = topics.has('storm')
  return {
    seed: mixed,
    seconds,
    light: named ?? createRandom(mixed, 'light').pick(usualLights),
    rain: topics.has('rain') || storm,
    storm,
    fog: topics.has('fog'),
    wind: topics.has('wind') || storm,
    seesSky: topics.has('sun') || topics.has('nightSky'),
    topics,
    random: (stream) => createRandom(mixed, stream),
    pickForTake: (stream, items) => pickInTurn(items, seed, createRandom(hashText(prompt), stream)),
  }
}
