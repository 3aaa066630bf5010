import { getPhase } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { drawSilhouettes } from '../silhouettes.ts'
import { createKissSound, KISS_SECONDS } from '../sound/kiss.ts'

/**
 * Returns the distance of the faces. They touch for over a second in the middle of the loop and are apart at its start.
 */
function getDistanceAt(t: number): number {
  const near = 0.5 - 0.5 * Math.cos(getPhase(t, KISS_SECONDS))
  const closeness = Math.min(1, near * 1.12)
  return -0.012 + 0.2 * (1 - closeness * closeness * (3 - 2 * closeness))
}

export const kiss: Clip = {
  name: 'effect-kissing',
  seconds: KISS_SECONDS,
  scene: 'kiss',
  samples: 8,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, KISS_SECONDS)
    const apart = getDistanceAt(t)
    return {
      uPose: [apart, 0.1 - apart * 0.7, -0.07 + apart * 0.5, Math.sin(phase * 2)],
      uCamera: [0.03 * Math.sin(phase), 1.0 - 0.06 * Math.cos(phase)],
    }
  },
  look: {
    uExposure: 1.3,
    uGlow: 0.2,
    uVignette: 0.6,
    uGrain: 1.2,
    uSaturation: 1.05,
    uContrast: 0.08,
    uLift: [0.012, 0.014, 0.022],
    uTint: [1, 1, 1],
  },
  textures: drawSilhouettes,
  sound: createKissSound,
}
