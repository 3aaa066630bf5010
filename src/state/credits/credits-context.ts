import { createContext } from 'react'

export interface CreditsValue {
  /** The last known balance. */
  credits: number
  /** 'stale': the server could not be asked, the number is the one stored here. */
  status: 'idle' | 'loading' | 'ready' | 'stale'
  /** Credits of jobs the server has not yet counted; shown beside the balance, never taken from it. */
  pending: number
  /** Asks the server. Never rejects. */
  refresh(): Promise<void>
  /** Takes over a balance the server told with another answer. */
  setBalance(credits: number): void
  /** Notes what a job will cost while the server cannot be asked; gone with the server's next balance. */
  addPendingDeduction(jobId: string, amount: number): void
  removePendingDeduction(jobId: string): void
}

export const CreditsContext = createContext<CreditsValue | null>(null)
