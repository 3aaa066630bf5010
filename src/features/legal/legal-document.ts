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
  /** The date of the last change, `YYYY-MM-DD`. */
  updated: string
  summary: readonly ReactNode[]
  sections: readonly LegalSection[]
}
