import type { ReactNode } from 'react'

export interface LegalSection {
  id: string
  title: string
  body: ReactNode
}

export interface LegalDocument {
  title: string
  path: string
  description: string
  /** `YYYY-MM-DD`. */
  updated: string
  summary: readonly ReactNode[]
  sections: readonly LegalSection[]
}
