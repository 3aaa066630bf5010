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
  /** The prompt names sun, moon or stars: no weather hides them. */
  seesSky: boolean
  /** The topics that the prompt names. */
  topics: ReadonlySet<Topic>
  /** An independent stream of random numbers per name. */
  random(stream: string): Random
  /** Picks what makes takes of one prompt look different: seeds in a row get different items. */
  pickForTake<T>(stream: string, items: readonly [T, ...T[]]): T
}

/** Earlier ones count more: a clear sky may have stars, dark clouds a sunset. */
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

/** `usualLights`: for a prompt that names no time of day. */
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
