import type { ReactNode } from 'react'

interface GoogleProviderProps {
  clientId: string | null
  nonce: string | null
  children: ReactNode
}

export function GoogleProvider({ children }: GoogleProviderProps) {
  return children
}
