import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { getDepthAfter, presses } from '../events/keyboard.ts'
import { placeKeyLegends } from '../legends.ts'
import { createKeyboardSound } from '../sound/keyboard.ts'

const SECONDS = 6
/**
 * The maximum number of pressed keys. A key starts down only when the previous key is up again, except for its
 * trembling.
 */
const MAX_PRESSED = 2

/** Lists the keys that are moving at `t` as column, row, and depth. */
function listPressedKeys(t: number): number[] {
  const now = presses.flatMap(({ column, row, bottom, hold }) => {
    const after = ((((t - bottom + SECONDS / 2) % SECONDS) + SECONDS) % SECONDS) - SECONDS / 2
    const depth = getDepthAfter(after, hold)
    return Math.abs(depth) > 0.002 ? [[column, row, depth, 0]] : []
  })
  const unused = Array.from({ length: Math.max(0, MAX_PRESSED - now.length) }, () => [99, 99, 0, 0])
  return [...now.slice(0, MAX_PRESSED), ...unused].flat()
}

export const keyboard: Clip = {
  name: 'asmr1',
  seconds: SECONDS,
  scene: 'keyboard',
  samples: 16,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, SECONDS)
    const eye: Point = [5.3 + 0.45 * Math.sin(phase), 2.7 + 0.12 * Math.cos(phase), 5.0 + 0.2 * Math.cos(phase)]
    const target: Point = [2.75 + 0.1 * Math.sin(phase), 0.3, 0.75]
    return {
      uEye: eye,
      uTarget: target,
      uRoll: 0,
      uFocal: 3.1,
      uFocus: getDepth([3, 0.5, 0.6], eye, target),
      uAperture: 0.13,
      uLampAt: [-2.2, 3.6, -2.6],
      'uPressed[]': listPressedKeys(t),
    }
  },
  look: {
    uExposure: 1.8,
    uGlow: 0.1,
    uVignette: 0.7,
    uGrain: 1.2,
    uSaturation: 1.05,
    uContrast: 0.12,
    uLift: [0.012, 0.015, 0.024],
    uTint: [1, 1, 1],
  },
  textures: async () => ({ uLegends: await placeKeyLegends() }),
  sound: createKeyboardSound,
  lufs: -19.3,
}
