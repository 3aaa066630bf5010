import type { User } from '@supabase/supabase-js'

export interface Profile {
  id: string
  email: string
  name: string
  /** As the sign-in provider gave it. */
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
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
