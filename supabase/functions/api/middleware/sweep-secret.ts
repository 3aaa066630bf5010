import type { Context } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'

/** Returns whether the `apikey` header is SWEEP_SECRET. Always false if no secret is set. */
export async function hasSweepSecret(c: Context, secret: string): Promise<boolean> {
  return secret !== '' && (await timingSafeEqual(c.req.header('apikey') ?? '', secret))
}
