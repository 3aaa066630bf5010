import type { planLightning } from '../../draw/weather.ts'

export interface OceanPlan {
  /** The times in seconds at which swells break on the rocks. */
  breaks: readonly number[]
  gulls: readonly { at: number; pan: number; pitch: number }[]
  horn: number | null
  flashes: ReturnType<typeof planLightning>
  roughness: number
}
