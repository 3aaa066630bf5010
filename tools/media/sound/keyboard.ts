// Creates the sound of a mechanical keyboard, a hand's width from the microphones. A key clicks on the way down. At the
// bottom, cap, plate, and tray make a deeper sound. The knock of the returning key is lighter.
import { type Press, presses, UP_SECONDS } from '../events/keyboard.ts'
import { Random } from './random.ts'
import { addAir, BOOTH, placeInRoom } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, filter, ring, roundPeaks, strike, sum } from './synth.ts'

/** The resonances of the tray, plate, and cap ring as hertz, level, and seconds. */
const BODY = [
  [118, 0.55, 0.16],
  [196, 0.8, 0.13],
  [338, 0.62, 0.1],
  [517, 0.5, 0.075],
  [742, 0.36, 0.055],
  [1130, 0.26, 0.04],
  [1710, 0.2, 0.03],
  [2480, 0.14, 0.022],
  [3650, 0.09, 0.016],
] as const

function body(random: Random, pitch: number, bright: number): Float32Array {
  const modes = BODY.map(([hertz, level, fall]) => ({
    hertz: hertz * pitch * random.around(1, 0.025),
    level: level * random.around(1, 0.12) * (hertz / 500) ** (bright * 0.5),
    fall: fall * random.around(1, 0.1),
  }))
  return ring(modes, 0.3, random, 0.0007)
}

/** Creates the contact of two hard surfaces, which is a few milliseconds of noise. */
function touch(random: Random, hertz: number, seconds: number): Float32Array {
  return filter(createNoise(seconds * 2, random, strike(0.0003, seconds)), 'band', hertz, 0.8)
}

function createKeyDown({ row, column, strength }: Press, random: Random): Float32Array {
  // Keys in the middle of the plate sound lower than keys at its edge.
  const pitch = 0.94 + 0.03 * Math.abs(column - 3) + 0.025 * Math.abs(row - 1)
  const thud = filter(createNoise(0.09, random, strike(0.001, 0.06)), 'low', 700)
  return sum(
    createGain(body(random, pitch, 0.1 + 0.25 * strength), 0.55 * strength),
    createGain(touch(random, 2100 + 500 * strength, 0.014), 0.8 * strength),
    createGain(touch(random, 5200, 0.006), 0.22 * strength ** 2),
    createGain(thud, 0.9 * strength),
  )
}

function createKeyUp({ strength }: Press, random: Random): Float32Array {
  return sum(
    createGain(body(random, 1.38, 0.5), 0.16 * strength),
    createGain(touch(random, 3400, 0.008), 0.36 * strength),
    createGain(touch(random, 6800, 0.004), 0.1),
  )
}

export function createKeyboardSound(): Stereo {
  const random = new Random(41)
  const dry = new Loop(6)
  for (const press of presses) {
    const pan = (press.column - 2.6) * 0.17
    dry.add(touch(random, 4300, 0.004), press.bottom - 0.034, 0.16, pan)
    // The slider rubs inside the switch.
    const slide = filter(
      createNoise(0.05, random, (t) => Math.sin((Math.PI * t) / 0.05)),
      'band',
      3000,
      0.6,
    )
    dry.add(slide, press.bottom - 0.052, 0.012, pan)
    dry.add(roundPeaks(createKeyDown(press, random), 0.3), press.bottom, 1, pan)
    dry.add(slide, press.bottom + press.hold, 0.007, pan)
    dry.add(roundPeaks(createKeyUp(press, random), 0.2), press.bottom + press.hold + UP_SECONDS, 0.8, pan)
  }
  const out = placeInRoom(dry, BOOTH)
  addAir(out, random, 0.006)
  return out
}
