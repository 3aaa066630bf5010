import { z } from 'zod'

/**
 * The result of counting a request. `wait`: seconds until the next request is allowed, or 0. `left`: requests left for
 * the next `reset` seconds.
 */
export const rateLimitResult = z.object({ wait: z.number(), left: z.number(), reset: z.number() })
export type RateLimitResult = z.output<typeof rateLimitResult>
