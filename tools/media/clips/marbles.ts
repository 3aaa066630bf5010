import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { getMarblePosition, MARBLES_SECONDS, marbles } from '../events/marbles.ts'
import { createMarblesSound } from '../sound/marbles.ts'

export const glassMarbles: Clip = {
  name: 'asmr3',
  seconds: MARBLES_SECONDS,
  scene: 'marbles',
  samples: 16,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, MARBLES_SECONDS)
    const eye: Point = [1.6 + 0.9 * Math.sin(phase), 2.5 + 0.2 * Math.cos(phase), 11 - 0.5 * Math.cos(phase)]
    const target: Point = [0.25 + 0.15 * Math.sin(phase), 0.95, 0]
    const places = marbles.flatMap((_, i) => {
      const x = getMarblePosition(i, t)
      return x === null ? [99, 0, 0, 0] : [x, x, 0, 1]
    })
    return {
      uEye: eye,
      uTarget: target,
      uRoll: 0,
      uFocal: 3.4,
      uFocus: getDepth([0, 1, 0.75], eye, target),
      uAperture: 0.16,
      uLampAt: [-4.5, 6.5, -5],
      'uMarbles[]': places,
    }
  },
  look: {
    uExposure: 1.5,
    uGlow: 0.12,
    uVignette: 0.6,
    uGrain: 1.2,
    uSaturation: 1.05,
    uContrast: 0.1,
    uLift: [0.012, 0.014, 0.022],
    uTint: [1, 1, 1],
  },
  lufs: -19.3,
  sound: createMarblesSound,
}
