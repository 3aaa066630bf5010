import type { planLightning } from '../../draw/weather.ts'

export interface OceanPlan {
  /** When each swell breaks on the rocks, in seconds. */
  breaks: readonly number[]
  gulls: readonly { at: number; pan: number; pitch: number }[]
  horn: number | null
  flashes: ReturnType<typeof planLightning>
  roughness: number
}
