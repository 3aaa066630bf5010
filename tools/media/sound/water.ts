// Creates the sound of drops in deep, still water. The impact slaps softly and traps a bubble. The bubble rings like a
// bell, and its pitch rises as it nears the surface.
import { drops, RETURN_SECONDS, WATER_SECONDS } from '../events/water.ts'
import { Random } from './random.ts'
import { addAir, GROTTO, placeInRoom } from './room.ts'
import { Loop, type Stereo } from './stereo.ts'
import { createGain, createNoise, createTone, filter, strike, sum } from './synth.ts'

/** Creates the sound of a trapped bubble. A larger drop rings lower and longer. */
function createBubble(hertz: number, seconds: number, climb: number): Float32Array {
  let phase = 0
  const envelope = strike(0.0012, seconds)
  return createTone(seconds * 1.1, (t) => {
    phase += (2 * Math.PI * hertz * (1 + climb * (1 - Math.exp(-t * 26)))) / 48_000
    return envelope(t) * (Math.sin(phase) + 0.07 * Math.sin(2 * phase))
  })
}

function plink(strength: number, random: Random): Float32Array {
  const hertz = random.around(760, 70) / strength ** 0.55
  const slap = filter(createNoise(0.03, random, strike(0.0004, 0.02)), 'band', 2600, 0.7)
  const under = filter(createNoise(0.12, random, strike(0.004, 0.1)), 'low', 320)
  const late = new Float32Array(Math.round((0.024 + 0.01 * strength) * 48_000))
  const shift = (sound: Float32Array, extra = 0) => {
    const out = new Float32Array(late.length + extra + sound.length)
    out.set(sound, late.length + extra)
    return out
  }
  return sum(
    createGain(slap, 0.16 * strength),
    createGain(under, 0.9 * strength),
    createGain(shift(createBubble(hertz, 0.26, 0.32)), 0.62 * strength),
    // Smaller bubbles follow the large one at random intervals.
    createGain(
      shift(
        createBubble(hertz * random.between(1.7, 2.1), 0.12, 0.2),
        Math.round(random.between(0.028, 0.05) * 48_000),
      ),
      0.2,
    ),
    createGain(
      shift(
        createBubble(hertz * random.between(2.6, 3.3), 0.07, 0.15),
        Math.round(random.between(0.07, 0.12) * 48_000),
      ),
      0.1,
    ),
  )
}

export function createWaterSound(): Stereo {
  const random = new Random(17)
  const dry = new Loop(WATER_SECONDS)
  for (const { x, z, impact, strength } of drops) {
    const pan = Math.max(-0.8, Math.min(0.8, x / 4.5))
    // Drops farther back are softer.
    const near = 14 / (14 - z)
    dry.add(plink(strength, random), impact, near, pan)
    if (strength >= 0.75) dry.add(plink(0.3, random), impact + RETURN_SECONDS, 0.55 * near, pan)
  }
  const out = placeInRoom(dry, GROTTO)
  addAir(out, random, 0.008)
  return out
}
