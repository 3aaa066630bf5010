import type { ReactNode } from 'react'

/** One numbered part of a legal text. */
export interface LegalSection {
  /** Target of its link in the table of contents. */
  id: string
  title: string
  body: ReactNode
}

export interface LegalDocument {
  title: string
  path: string
  /** For search results. */
  description: string
  /** Day of the last change, `YYYY-MM-DD`. */
  updated: string
  /** The text in a few sentences, for whoever reads no further. */
  summary: readonly ReactNode[]
  sections: readonly LegalSection[]
}
