/** The balance as last told by the server, and what is not yet in it. */
export interface CreditsState {
  status: 'idle' | 'loading' | 'ready' | 'stale'
  credits: number
  /** By job id. */
  pendingDeductions: Readonly<Record<string, number>>
}

export type CreditsAction =
  | { type: 'fetch_started' }
  | { type: 'fetch_failed'; storedCredits: number }
  | { type: 'balance_received'; credits: number }
  | { type: 'deduction_added'; jobId: string; amount: number }
  | { type: 'deduction_removed'; jobId: string }
  /** Another person, or nobody: nothing of the last one may remain. */
  | { type: 'person_changed'; storedCredits: number | null }

export const initialCreditsState: CreditsState = { status: 'idle', credits: 0, pendingDeductions: {} }

export function creditsReducer(state: CreditsState, action: CreditsAction): CreditsState {
  switch (action.type) {
    case 'fetch_started':
      return { ...state, status: 'loading' }
    case 'fetch_failed':
      return { ...state, status: 'stale', credits: action.storedCredits }
    case 'balance_received':
      return { status: 'ready', credits: action.credits, pendingDeductions: {} }
    case 'deduction_added':
      return { ...state, pendingDeductions: { ...state.pendingDeductions, [action.jobId]: action.amount } }
    case 'deduction_removed': {
      const { [action.jobId]: _, ...rest } = state.pendingDeductions
      return { ...state, pendingDeductions: rest }
    }
    case 'person_changed':
      return action.storedCredits === null
        ? initialCreditsState
        : { status: 'stale', credits: action.storedCredits, pendingDeductions: {} }
  }
}

export function pendingTotal(state: CreditsState): number {
  return Object.values(state.pendingDeductions).reduce((sum, amount) => sum + amount, 0)
}
