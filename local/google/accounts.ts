import { createHash } from 'node:crypto'
import { z } from 'zod'

/** The claims of the stand-in's token. */
export interface GoogleAccount {
  sub: string
  email: string
  name: string
  picture: string
}

/** The demo account. `supabase/seed.sql` grants it 2,500 credits. */
export const DEMO_ACCOUNT = { email: 'demo@soundreel.example', name: 'Demo Account' }

export const accountForm = z.object({
  email: z.email('Enter an email address, for example you@example.com.').max(254),
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'The name can be up to 100 characters.'),
})

export function getAvatarUrl(origin: string): string {
  return `${origin}/stand-ins/google/picture/`
}

/**
 * Returns an account's claims. Google's `sub` never changes for an account, so the stand-in uses a hash of the email
 * address.
 */
export function getGoogleAccount(origin: string, { email, name }: z.output<typeof accountForm>): GoogleAccount {
  const address = email.toLowerCase()
  const hash = createHash('sha256').update(address).digest('hex')
  return {
    sub: String(BigInt(`0x${hash.slice(0, 16)}`)).padStart(21, '1'),
    email: address,
    name,
    picture: `${getAvatarUrl(origin)}${hash.slice(0, 6)}.svg`,
  }
}

export function drawAvatar(seed: string): string {
  const hue = Number.parseInt(seed, 16) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 70% 62%)"/><stop offset="1" stop-color="hsl(${(hue + 70) % 360} 65% 42%)"/></linearGradient></defs><rect width="96" height="96" fill="url(#g)"/></svg>`
}
