import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { createHeroSound } from '../sound/hero.ts'

const SECONDS = 9

export const hero: Clip = {
  name: 'hero',
  seconds: SECONDS,
  scene: 'tape-machine',
  samples: 16,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, SECONDS)
    const eye: Point = [0.85 + 0.3 * Math.sin(phase), 0.02 + 0.1 * Math.cos(phase), 2.9 + 0.12 * Math.cos(phase)]
    const target: Point = [-1.0, 0.28, 0.1]
    return {
      uEye: eye,
      uTarget: target,
      uRoll: 0,
      uFocal: 1.8,
      uFocus: getDepth([-0.15, 0, 0.3], eye, target),
      uAperture: 0.12,
      uTurn: phase,
      uTurnFar: phase + 0.4,
      uLampAt: [2.2 + 0.5 * Math.sin(phase), 3.2, 2.2 + 0.4 * Math.cos(phase)],
    }
  },
  look: {
    uExposure: 2,
    uGlow: 0.12,
    uVignette: 0.6,
    uGrain: 1.2,
    uSaturation: 1.05,
    uContrast: 0.1,
    uLift: [0.012, 0.016, 0.028],
    uTint: [1, 1, 1],
  },
  sound: createHeroSound,
  lufs: -18,
  bytes: 1_420_000,
}
