// Creates a whispered word close to the microphone, with rain on the glass behind it. The breath passes three
// resonances that change with the mouth. Drops tick on the pane, and a street is far below.
import { getWhisperAt, WHISPER_SECONDS } from '../events/whisper.ts'
import { Random } from './random.ts'
import { addAir, BOOTH, placeInRoom } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, filter, filterLoop, ring, roundPeaks, sum } from './synth.ts'

const DROPS = 190

export function createWhisperSound(): Stereo {
  const random = new Random(83)
  const dry = new Loop(WHISPER_SECONDS)
  dry.add(roundPeaks(createVoice(random), 0.5), 0, 0.85, 0.08)
  const out = placeInRoom(dry, BOOTH)
  out.mix(createRain(random))
  addAir(out, random, 0.05)
  return out
}

function createVoice(random: Random): Float32Array {
  const getLevel = (t: number) => getWhisperAt(t).level ** 1.3
  const createBand = (formant: 0 | 1 | 2, sharpness: number) =>
    filter(createNoise(WHISPER_SECONDS, random, getLevel), 'band', (t) => getWhisperAt(t).formants[formant], sharpness)
  const breath = filter(filter(createNoise(WHISPER_SECONDS, random, getLevel), 'high', 2500), 'low', 7500)
  return sum(
    createGain(createBand(0, 5), 1.1),
    createGain(createBand(1, 8), 1.3),
    createGain(createBand(2, 9), 0.8),
    createGain(breath, 0.07),
  )
}

function createRain(random: Random): Stereo {
  const out = new Loop(WHISPER_SECONDS)
  const turn = (t: number) => (2 * Math.PI * t) / WHISPER_SECONDS
  for (const side of [-0.8, 0.8]) {
    const hiss = filterLoop(filterLoop(createNoise(WHISPER_SECONDS, random), 'high', 900), 'low', 5200)
    out.add(
      createGain(hiss, (t) => 0.04 * (1 + 0.25 * Math.sin(turn(t) + side))),
      0,
      1,
      side,
    )
    const street = filterLoop(createNoise(WHISPER_SECONDS, random), 'low', 210)
    out.add(
      createGain(street, (t) => 0.05 * (1 + 0.5 * Math.sin(turn(t) - side))),
      0,
      1,
      side,
    )
  }
  for (let drop = 0; drop < DROPS; drop += 1) {
    const size = random.next() ** 3
    const hertz = 900 + 3600 * (1 - size) * (0.4 + 0.6 * random.next())
    const tick = ring(
      [
        { hertz, level: 1, fall: 0.02 + 0.03 * size },
        { hertz: hertz * 2.3, level: 0.4, fall: 0.012 },
      ],
      0.09,
      random,
    )
    out.add(tick, random.next() * WHISPER_SECONDS, 0.008 + 0.075 * size, random.next() * 1.6 - 0.8)
  }
  return out
}
