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
  /** An independent stream of random numbers per name. */
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

export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
}

/** `usualLights`: for a prompt that names no time of day. */
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
