import { phaseOf } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { WHISPER_SECONDS, whisperAt } from '../events/whisper.ts'
import { herHair, herOutline } from '../silhouettes.ts'
import { whisperSound } from '../sound/whisper.ts'

const HAIR = herHair()

/** Returns the light of the phone, which follows the voice with a little inertia. */
function glowAt(t: number): number {
  const steps = [0, 0.03, 0.06, 0.09, 0.12]
  return 0.72 + (0.75 * steps.reduce((sum, back) => sum + whisperAt(t - back).level, 0)) / steps.length
}

export const whisper: Clip = {
  name: 'whisper',
  seconds: WHISPER_SECONDS,
  scene: 'whisper',
  samples: 2,
  shutter: 0.5,
  shot(t) {
    const phase = phaseOf(t, WHISPER_SECONDS)
    const { jaw, round, level } = whisperAt(t)
    // One blink, while she listens.
    const blink = Math.exp(-(((t - 3.9) / 0.09) ** 2))
    return {
      'uFace[]': herOutline(jaw, round),
      'uHair[]': HAIR,
      uMouth: [jaw, round],
      uLife: [Math.sin(phase), glowAt(t), blink, 0.012 * Math.sin(phase + 1) + 0.012 * level],
      uCamera: [0.02 * Math.sin(phase), 1 + 0.015 * Math.cos(phase)],
    }
  },
  look: {
    uExposure: 1.25,
    uGlow: 0.16,
    uVignette: 0.5,
    uGrain: 1.2,
    uSaturation: 1.05,
    uContrast: 0.1,
    uLift: [0.008, 0.01, 0.018],
    uTint: [1, 1, 1],
  },
  sound: whisperSound,
}
