import { z } from 'zod'

/** A counted call. `wait`: seconds until the next one may come; 0 when it was within the rate. `left`: calls until `reset` seconds. */
export const rateLimitResult = z.object({ wait: z.number(), left: z.number(), reset: z.number() })
export type RateLimitResult = z.output<typeof rateLimitResult>
