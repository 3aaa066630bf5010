import { getPhase } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { getWhisperAt, WHISPER_SECONDS } from '../events/whisper.ts'
import { drawHair, drawOutline } from '../silhouettes.ts'
import { createWhisperSound } from '../sound/whisper.ts'

const HAIR = drawHair()

/** Returns the light of the phone, which follows the voice with a short delay. */
function getGlowAt(t: number): number {
  const steps = [0, 0.03, 0.06, 0.09, 0.12]
  return 0.72 + (0.75 * steps.reduce((sum, back) => sum + getWhisperAt(t - back).level, 0)) / steps.length
}

export const whisper: Clip = {
  name: 'whisper',
  seconds: WHISPER_SECONDS,
  scene: 'whisper',
  samples: 2,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, WHISPER_SECONDS)
    const { jaw, round, level } = getWhisperAt(t)
    // The woman blinks once while she listens.
    const blink = Math.exp(-(((t - 3.9) / 0.09) ** 2))
    return {
      'uFace[]': drawOutline(jaw, round),
      'uHair[]': HAIR,
      uMouth: [jaw, round],
      uLife: [Math.sin(phase), getGlowAt(t), blink, 0.012 * Math.sin(phase + 1) + 0.012 * level],
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
  sound: createWhisperSound,
}
