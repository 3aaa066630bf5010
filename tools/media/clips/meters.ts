import { getDepth, getPhase, type Point } from '../camera.ts'
import type { Clip } from '../clip.ts'
import { drawMeterScale, getNeedleAngle } from '../meter-scale.ts'
import { createReadySound, READY_SECONDS } from '../sound/ready.ts'
import { RATE } from '../sound/stereo.ts'

const STEP = RATE / 240

/** Simulates a meter's needle as a mass on a spring. It reaches a steady tone in 0.3 s and overshoots a little. */
function drawNeedle(channel: Float32Array): Float32Array {
  const steps = Math.floor(channel.length / STEP)
  const level = Float32Array.from({ length: steps }, (_, n) => {
    let sum = 0
    for (let i = n * STEP; i < (n + 1) * STEP; i++) sum += Math.abs(channel[i] ?? 0)
    return sum / STEP
  })
  const path = new Float32Array(steps)
  let [at, speed] = [0, 0]
  for (let n = 0; n < steps * 3; n++) {
    const pull = 240 * ((level[n % steps] ?? 0) - at) - 25 * speed
    speed += pull / 240
    at += speed / 240
    path[n % steps] = at
  }
  return path
}

let paths: [Float32Array, Float32Array] | undefined

/** Returns each needle's value at `t`, from 0 to about 1. The loudest moment of the clip reaches +1 VU. */
function getNeedlesAt(t: number): [number, number] {
  if (!paths) {
    const { left, right } = createReadySound()
    paths = [drawNeedle(left), drawNeedle(right)]
    const highest = Math.max(...paths[0], ...paths[1])
    for (const path of paths) for (let i = 0; i < path.length; i++) path[i] = ((path[i] ?? 0) / highest) * 0.86
  }
  return paths.map((path) => {
    const place = (((t / READY_SECONDS) % 1) + 1) % 1
    const exact = place * path.length
    const low = Math.floor(exact)
    const [a, b] = [path[low % path.length] ?? 0, path[(low + 1) % path.length] ?? 0]
    return a + (b - a) * (exact - low)
  }) as [number, number]
}

export const meters: Clip = {
  name: 'ready',
  seconds: READY_SECONDS,
  scene: 'meters',
  samples: 16,
  shutter: 0.5,
  shot(t) {
    const phase = getPhase(t, READY_SECONDS)
    const eye: Point = [-2.55 + 0.28 * Math.sin(phase), -0.62 + 0.08 * Math.cos(phase), 2.75 - 0.1 * Math.cos(phase)]
    const target: Point = [-0.72, -0.02, 0]
    const [left, right] = getNeedlesAt(t)
    return {
      uEye: eye,
      uTarget: target,
      uRoll: 0,
      uFocal: 2.15,
      uFocus: getDepth([-1.25, 0.2, -0.1], eye, target),
      uAperture: 0.065,
      uNeedles: [getNeedleAngle(left), getNeedleAngle(right), left, right],
    }
  },
  look: {
    uExposure: 1.25,
    uGlow: 0.16,
    uVignette: 0.6,
    uGrain: 1.2,
    uSaturation: 1.03,
    uContrast: 0.1,
    uLift: [0.012, 0.014, 0.022],
    uTint: [1, 1, 1],
  },
  textures: async () => ({ uScale: await drawMeterScale() }),
  sound: createReadySound,
}
