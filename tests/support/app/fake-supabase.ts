/**
 * An in-memory fake of the part of supabase-js that the app uses. `emit` sends an auth event, `answers` sets the responses of
 * tables and functions, and `tableCalls` lists the queries. tests/src/lib/supabase/supabase.test.ts checks the imitated behavior
 * on the real client.
 */
import type { AuthChangeEvent, Session, SupabaseClient } from '@supabase/supabase-js'
import { vi } from 'vitest'

type AuthCallback = (event: AuthChangeEvent, session: Session | null) => unknown
interface OAuthResponse {
  data: { provider: string; url: string; flowId?: string }
  error: unknown
}
interface Answer {
  data: unknown
  error: unknown
}

/** One query on a table: the name and arguments of each call in its chain. */
export interface TableCall {
  table: string
  steps: { name: string; args: unknown[] }[]
}

export interface FakeSupabaseOptions {
  session?: Session | null
  credits?: number
}

export function createFakeSupabase({ session = null, credits = 0 }: FakeSupabaseOptions = {}) {
  let stored = session
  const callbacks = new Set<AuthCallback>()
  const tableCalls: TableCall[] = []

  const answers = {
    table: (call: TableCall): Answer | Promise<Answer> => ({ data: getRows(call), error: null }),
    rpc: (_name: string, _args: unknown): Answer | Promise<Answer> => ({ data: { credits }, error: null }),
  }

  function emit(event: AuthChangeEvent, next: Session | null) {
    if (event === 'SIGNED_OUT') stored = null
    else if (next) stored = next
    for (const callback of callbacks) callback(event, next)
  }

  const auth = {
    getSession: vi.fn(async () => ({ data: { session: stored }, error: null })),
    refreshSession: vi.fn(async () => ({
      data: { session: stored, user: stored?.user ?? null },
      error: null as unknown,
    })),
    onAuthStateChange(callback: AuthCallback) {
      callbacks.add(callback)
      queueMicrotask(() => {
        if (callbacks.has(callback)) callback('INITIAL_SESSION', stored)
      })
      return { data: { subscription: { unsubscribe: () => callbacks.delete(callback) } } }
    },
    signInWithOAuth: vi.fn(
      async (_credentials: unknown): Promise<OAuthResponse> => ({
        data: { provider: 'google', url: 'https://backend.test/auth/v1/authorize?provider=google', flowId: 'flow-1' },
        error: null,
      }),
    ),
    exchangeCodeForSession: vi.fn(async (_code: string, _flow?: { flowId: string }) => ({
      data: { session: stored },
      error: null as unknown,
    })),
    signOut: vi.fn(async (_options?: unknown) => {
      emit('SIGNED_OUT', null)
      return { error: null as unknown }
    }),
  }

  const rpc = vi.fn(async (name: string, args: unknown) => answers.rpc(name, args))

  function from(table: string) {
    const call: TableCall = { table, steps: [] }
    tableCalls.push(call)
    const chain: object = new Proxy(
      {},
      {
        get(_, name) {
          if (name === 'then') {
            return (resolve: (answer: Answer) => void, reject: (error: unknown) => void) =>
              Promise.resolve(call)
                .then((asked) => answers.table(asked))
                .then(resolve, reject)
          }
          return (...args: unknown[]) => {
            call.steps.push({ name: String(name), args })
            return chain
          }
        },
      },
    )
    return chain
  }

  return {
    client: { auth, from, rpc } as unknown as SupabaseClient,
    auth,
    rpc,
    answers,
    tableCalls,
    emit,
    /** Changes the stored session without an event, as another tab does while this tab sleeps. */
    store: (next: Session | null) => {
      stored = next
    },
    /** Returns the calls of `verb` on `table`. */
    callsOf: (table: string, verb: string) =>
      tableCalls
        .filter((call) => call.table === table)
        .flatMap((call) => call.steps.filter((step) => step.name === verb).map((step) => step.args)),
  }
}

/** Tables are empty. An insert with `select` returns one row. */
function getRows({ steps }: TableCall): object[] | null {
  if (steps[0]?.name === 'select') return []
  return steps.some(({ name }) => name === 'select') ? [{ id: 'new' }] : null
}
