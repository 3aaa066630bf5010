// Adds the sound of the place that a text names, behind a title card or an image. Each sound leaves headroom for other
// sounds on top.
import { Noise } from '../draw/noise.ts'
import type { Mood } from '../mood.ts'
import type { Topic } from '../prompt/words.ts'
import { addBirds, addBrook, addCrickets, addHum, addRain, addSurf, addThunder, addWind } from './ambience.ts'
import { addBurst, createPinkNoise, filter, shapeEnvelope } from './dsp.ts'
import type { Studio } from './studio.ts'

type Place = (studio: Studio, mood: Mood) => void

const PLACES: readonly (readonly [topics: readonly Topic[], place: Place])[] = [
  [['rain', 'storm'], addRainfall],
  [['ocean', 'seaside', 'boat', 'lighthouse'], addSea],
  [['wind', 'mountain', 'desert', 'snow'], (studio, mood) => addWind(studio, new Noise(mood.seed), 0.5, 0.8)],
  [['town'], addTown],
  [['indoors'], addRoom],
  [['wood', 'garden', 'birdsong', 'stream'], addWood],
]

/** Adds the place's sound. Returns false if the prompt names no place. */
export function addSoundscape(studio: Studio, mood: Mood): boolean {
  const named = PLACES.filter(([topics]) => topics.some((topic) => mood.topics.has(topic)))
  // More than two places would be too loud.
  for (const [, place] of named.slice(0, 2)) place(studio, mood)
  if (mood.light === 'night' && mood.topics.has('nightSky')) addCrickets(studio, 0.02)
  return named.length > 0
}

function addRainfall(studio: Studio, mood: Mood): void {
  addRain(studio, mood.storm ? 0.8 : 0.4, 0.7)
  if (mood.storm) addThunder(studio, new Noise(mood.seed), studio.random('thunder').between(0.8, 1.6), 0.4, 0.8)
}

function addSea(studio: Studio): void {
  const random = studio.random('surf')
  const breaks: number[] = []
  for (let at = random.between(0.4, 1); at < studio.seconds + 2; at += random.between(2.1, 2.9)) breaks.push(at)
  addSurf(studio, breaks, 0.8)
}

/** Adds a street several floors below: its hum, and cars that pass from ear to ear. */
function addTown(studio: Studio): void {
  const { rate, length } = studio
  addHum(studio, 1.3)
  const random = studio.random('cars')
  for (let at = random.between(0.3, 1); at < studio.seconds; at += random.between(1.3, 2.4)) {
    const middle = at
    const from = random.chance(0.5) ? 1 : -1
    const car = filter(createPinkNoise(length, studio.random(`car ${at}`)), rate, 'band', random.between(420, 800), 0.6)
    shapeEnvelope(car, rate, (t) => Math.exp(-(((t - middle) / 0.6) ** 2)))
    studio.add(car, { gain: 0.8, pan: (t) => from * Math.max(-0.9, Math.min(0.9, (t - middle) / 0.9)), room: 0.3 })
  }
}

/** Adds the air of a quiet room, and a clock. */
function addRoom(studio: Studio): void {
  const { rate, length } = studio
  for (const side of [-1, 1]) {
    const air = filter(createPinkNoise(length, studio.random(`air ${side}`)), rate, 'low', 420, 0.7)
    studio.add(air, { gain: 0.26, pan: side * 0.8 })
  }
  const random = studio.random('clock')
  const clock = studio.track()
  for (let at = 0.5, i = 0; at < studio.seconds; at += 0.5, i++)
    addBurst(clock, rate, at, i % 2 ? 2900 : 3400, 9, 0.008, 0.5, random)
  studio.add(clock, { gain: 0.1, pan: 0.4, room: 0.5 })
}

function addWood(studio: Studio, mood: Mood): void {
  addWind(studio, new Noise(mood.seed), 0.3, 0.4)
  if (mood.topics.has('stream')) addBrook(studio, new Noise(mood.seed), 0.24)
  if (mood.light === 'night') addCrickets(studio, 0.03)
  else addBirds(studio)
}
