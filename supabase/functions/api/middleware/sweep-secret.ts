import type { Context } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'

/** Returns whether the call carries SWEEP_SECRET as `apikey`. False for all callers if none is set. */
export async function hasSweepSecret(c: Context, secret: string): Promise<boolean> {
  return secret !== '' && (await timingSafeEqual(c.req.header('apikey') ?? '', secret))
}
