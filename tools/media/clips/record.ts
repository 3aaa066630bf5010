import { createCanvas } from '@napi-rs/canvas'
import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { RECORD_SECONDS, TURNS } from '../events/record.ts'
import { createRecordSound } from '../sound/record.ts'

/** A label looks the same after a third of a turn, so the loop may end there. */
const LABEL_PARTS = 3
const LABEL_SIZE = 1024

export const record: Clip = {
  name: 'record',
  seconds: RECORD_SECONDS,
  scene: 'record',
  samples: 8,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, RECORD_SECONDS)
    const eye: Point = [-1.7 + 0.28 * Math.sin(phase), 1.75 + 0.05 * Math.cos(phase), 7.3 + 0.12 * Math.cos(phase)]
    const target: Point = [1.8 + 0.06 * Math.sin(phase), 0.62, 1.9]
    const turn = 2 * Math.PI * TURNS * (t / RECORD_SECONDS)
    return {
      uEye: eye,
      uTarget: target,
      uRoll: 0,
      uFocal: 2.35,
      uFocus: getDepth([2.7, 0.3, 3.1], eye, target),
      uAperture: 0.1,
      uArm: [0.012 * Math.sin(LABEL_PARTS * turn), -turn, getFlicker(phase, 1), getFlicker(phase, 2.4)],
    }
  },
  look: {
    uExposure: 2,
    uGlow: 0.16,
    uVignette: 0.5,
    uGrain: 1.2,
    uSaturation: 1.08,
    uContrast: 0.12,
    uLift: [0.008, 0.01, 0.018],
    uTint: [1, 1, 1],
  },
  textures: () => ({ uLabel: drawLabel() }),
  sound: createRecordSound,
}

/** Returns the light of a neon sign, which breathes and flickers a little. */
function getFlicker(phase: number, offset: number): number {
  return 0.93 + 0.05 * Math.sin(3 * phase + offset) + 0.04 * Math.sin(17 * phase + offset) * Math.sin(5 * phase)
}

function drawLabel(): string {
  const canvas = createCanvas(LABEL_SIZE, LABEL_SIZE)
  const context = canvas.getContext('2d')
  context.translate(LABEL_SIZE / 2, LABEL_SIZE / 2)
  context.fillStyle = '#e0a862'
  context.fillRect(-LABEL_SIZE / 2, -LABEL_SIZE / 2, LABEL_SIZE, LABEL_SIZE)
  context.fillStyle = '#2a1510'
  for (let part = 0; part < LABEL_PARTS; part += 1) {
    context.rotate((2 * Math.PI) / LABEL_PARTS)
    for (let bar = -5; bar <= 5; bar += 1) {
      context.save()
      context.rotate(bar * 0.1)
      const height = 40 + 110 * Math.abs(Math.sin(bar * 1.7) * Math.cos(bar * 0.16))
      context.fillRect(-11, -295 - height / 2, 22, height)
      context.restore()
    }
  }
  context.lineWidth = 14
  context.strokeStyle = '#2a1510'
  for (const radius of [455, 150]) {
    context.beginPath()
    context.arc(0, 0, radius, 0, 2 * Math.PI)
    context.stroke()
  }
  return canvas.toDataURL('image/png')
}
