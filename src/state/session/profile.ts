import type { User } from '@supabase/supabase-js'
import { plain } from '@/lib/plain'

export interface Profile {
  id: string
  email: string
  name: string
  /** The address that the sign-in provider gave. */
  picture: string | null
}

/** Metadata comes from the sign-in provider and may hold anything. */
export function profileOf(user: User): Profile {
  const metadata: Record<string, unknown> = user.user_metadata ?? {}
  const email = user.email ?? ''
  return {
    id: user.id,
    email,
    name: textOf(metadata.name) ?? textOf(email.split('@')[0]) ?? 'User',
    picture: textOf(metadata.avatar_url),
  }
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? plain(value).trim() : ''
  return text === '' ? null : text
}
