// Reads a prompt for what every scene shares: the time of day and the weather. Which scene it is, is for
// scene-choice.ts.
import { createRandom, hashText, type Random } from './random.ts'

export type Light = 'day' | 'dawn' | 'dusk' | 'night'

export interface Mood {
  seed: number
  seconds: number
  light: Light
  rain: boolean
  storm: boolean
  snow: boolean
  fog: boolean
  wind: boolean
  /** Lower-case words of the prompt. */
  words: ReadonlySet<string>
  /** A stream of random numbers of its own for each name. */
  random(stream: string): Random
}

const LIGHT_WORDS: readonly (readonly [Light, readonly string[]])[] = [
  ['night', ['night', 'midnight', 'moon', 'moonlight', 'moonlit', 'stars', 'starry', 'dark', 'nocturnal', 'aurora']],
  ['dusk', ['dusk', 'sunset', 'evening', 'golden', 'twilight', 'sundown', 'amber']],
  ['dawn', ['dawn', 'sunrise', 'morning', 'daybreak', 'misty']],
  ['day', ['day', 'daylight', 'noon', 'sunny', 'bright', 'midday', 'afternoon', 'sun', 'summer', 'blue']],
]

const RAIN = ['rain', 'rainy', 'raining', 'drizzle', 'downpour', 'wet', 'storm', 'stormy', 'thunderstorm', 'monsoon']
const STORM = ['storm', 'stormy', 'thunder', 'thunderstorm', 'lightning', 'tempest', 'hurricane']
const SNOW = ['snow', 'snowy', 'snowing', 'snowfall', 'blizzard', 'winter', 'wintry', 'frozen', 'ice', 'icy']
const FOG = ['fog', 'foggy', 'mist', 'misty', 'haze', 'hazy']
const WIND = ['wind', 'windy', 'breeze', 'gale', 'storm', 'stormy', 'blizzard', 'tempest']

/** Words of a text in lower case; anything that is not a letter or a digit parts them. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** `usualLights` says what the scene takes when the prompt names no time of day. */
export function readMood(
  prompt: string,
  seed: number,
  seconds: number,
  usualLights: readonly [Light, ...Light[]],
): Mood {
  const words = wordsOf(prompt)
  const has = (list: readonly string[]) => list.some((word) => words.has(word))
  const mixed = (hashText(prompt) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0
  const named = LIGHT_WORDS.find(([, list]) => has(list))?.[0]
  return {
    seed: mixed,
    seconds,
    light: named ?? createRandom(mixed, 'light').pick(usualLights),
    rain: has(RAIN),
    storm: has(STORM),
    snow: has(SNOW),
    fog: has(FOG),
    wind: has(WIND),
    words,
    random: (stream) => createRandom(mixed, stream),
  }
}
