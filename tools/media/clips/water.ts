import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { drops, getJetAt, WATER_SECONDS } from '../events/water.ts'
import { createWaterSound } from '../sound/water.ts'

const FALL_CM_PER_SECOND = 95
const FRONT_CM_PER_SECOND = 4.6
const MOST_DROPS = 6

function getSurfaceAt(t: number) {
  const rings: number[] = []
  const waves: number[] = []
  const jets: number[] = []
  let falling = [0, -9, 0, 0]
  for (const { x, z, impact, strength } of drops) {
    const age = (((t - impact) % WATER_SECONDS) + WATER_SECONDS) % WATER_SECONDS
    const start = Math.min(1, age / 0.22) ** 2 * (3 - 2 * Math.min(1, age / 0.22))
    const height = strength * 0.17 * start * Math.exp(-age * 0.5)
    const bowl = 0.42 * Math.exp(-age * 8.5) * Math.min(1, age / 0.04) * Math.cos(age * 11)
    const swell = 0.05 * Math.exp(-age * 2.6) * Math.sin(age * 13) * start
    rings.push(x, z, FRONT_CM_PER_SECOND * age, 0.42 + 0.62 * age ** 0.75)
    waves.push(5.2 / (0.72 + 0.16 * age), height, strength * (bowl - swell), 0.3 + 0.75 * Math.min(0.6, age))
    jets.push(...getJetAt(age, strength))
    const before = WATER_SECONDS - age
    if (before < 0.09) falling = [x, before * FALL_CM_PER_SECOND, z, 0.25 * strength ** 0.4]
  }
  while (rings.length < MOST_DROPS * 4) {
    rings.push(0, 0, 0, 1)
    waves.push(0, 0, 0, 1)
    jets.push(0, 0, 0, 0)
  }
  return { 'uRings[]': rings, 'uWaves[]': waves, 'uJets[]': jets, uFalling: falling }
}

export const water: Clip = {
  name: 'asmr2',
  seconds: WATER_SECONDS,
  scene: 'water',
  samples: 16,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, WATER_SECONDS)
    const eye: Point = [0.9 * Math.sin(phase), 3.9 + 0.25 * Math.cos(phase), 15 - 0.5 * Math.cos(phase)]
    const target: Point = [0.15 * Math.sin(phase), 0.55, 0]
    return {
      uEye: eye,
      uTarget: target,
      uRoll: 0,
      uFocal: 3.6,
      uFocus: getDepth([0, 0.4, 0.2], eye, target),
      uAperture: 0.3,
      ...getSurfaceAt(t),
    }
  },
  look: {
    uExposure: 1.9,
    uGlow: 0.13,
    uVignette: 0.6,
    uGrain: 1.2,
    uSaturation: 1.05,
    uContrast: 0.1,
    uLift: [0.012, 0.016, 0.026],
    uTint: [1, 1, 1],
  },
  lufs: -18.5,
  sound: createWaterSound,
}

/** A closer view of the same drops, for the effects page. */
export const nearWater: Clip = { ...water, name: 'effect-asmr', cut: { from: water.name, part: [0.17, 0.22, 0.66] } }
