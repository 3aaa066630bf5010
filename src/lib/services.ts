// Creates the app's connections to the outside. main.tsx creates them once, and tests replace them.
import type { BrowserEnv } from '@/config/parse-env'
import { ENTRY, readEntry, tokenShape } from './browser/storage'
import { createTabChannel, type TabChannel } from './browser/tabs'
import type { CreditsApi } from './credits-api'
import { createHttp, PRODUCT_RETRIES } from './http/create-http'
import type { Http } from './http/http'
import type { IpLookup } from './http/ip-lookup'
import { loadOnce } from './http/load-once'
import type { JobsApi } from './jobs-api'
import { createSupabaseLoader, type SupabaseLoader } from './supabase/load-supabase'
import { hasStoredSession, onStoredSession, removeStoredSession } from './supabase/stored-session'

export interface Services {
  /** Loads the page's only Supabase client, on first use. */
  loadSupabase: SupabaseLoader['loadSupabase']
  isSupabaseWanted: SupabaseLoader['isSupabaseWanted']
  /** Calls `onStored` after another tab has signed in. Returns an unsubscribe function. */
  onStoredSession(onStored: () => void): () => void
  /** Returns whether a session is stored. False if storage is blocked. */
  hasStoredSession(): boolean
  /** Removes the stored session, which the server has already ended. */
  removeStoredSession(): void
  api: Http
  creditsApi: CreditsApi
  jobsApi: JobsApi
  /** The product API without the user's token, because administrators have their own credential. */
  admin: Http
  /** The client for `/generation`: our gateway, or the provider in direct mode. */
  video: Http
  videoMode: 'gateway' | 'direct'
  ipLookup: IpLookup
  tabs: TabChannel
}

export function createServices(env: BrowserEnv): Services {
  const { loadSupabase, isSupabaseWanted } = createSupabaseLoader(env)
  // A token without a session belongs to a user known only from local storage. The server decides.
  const getToken = async () => {
    const session = isSupabaseWanted.get() ? await (await loadSupabase()).auth.getSession() : null
    return session?.data.session?.access_token ?? readEntry(ENTRY.token, tokenShape)
  }
  const product = {
    withCredentials: true,
    getToken,
    renewSession: async () =>
      isSupabaseWanted.get() && (await import('./supabase/supabase')).renewSession(await loadSupabase()),
    retries: PRODUCT_RETRIES,
  }
  const api = createHttp({ baseUrl: env.apiUrl, ...product })
  const video = env.videoApiKey
    ? // The provider receives only its own key. Its create requests are never repeated.
      createHttp({
        baseUrl: env.videoApiUrl,
        withCredentials: false,
        headers: { 'x-api-key': env.videoApiKey },
        retries: 0,
      })
    : createHttp({ baseUrl: env.videoApiUrl, ...product })
  return {
    loadSupabase,
    isSupabaseWanted,
    onStoredSession: (onStored) => onStoredSession(env, onStored),
    hasStoredSession: () => hasStoredSession(env),
    removeStoredSession: () => removeStoredSession(env),
    api,
    creditsApi: createLateCreditsApi(api),
    jobsApi: createLateJobsApi(api),
    admin: createHttp({ baseUrl: env.apiUrl, withCredentials: true, retries: PRODUCT_RETRIES }),
    video,
    videoMode: env.videoApiKey ? 'direct' : 'gateway',
    async ipLookup() {
      const code = await import('./http/ip-lookup').catch(() => null)
      return code ? code.createIpLookup(env.ipLookupUrl)() : 'unknown'
    },
    tabs: createTabChannel(),
  }
}

/** Returns the credit calls. Their code loads with the first call. */
function createLateCreditsApi(http: Http): CreditsApi {
  const load = loadOnce(async () => (await import('./credits-api')).createCreditsApi(http))
  return {
    consume: async (consumption) => (await load()).consume(consumption),
    balance: async (userId) => (await load()).balance(userId),
    validate: async (userId) => (await load()).validate(userId),
    addTestCredits: async (plan) => (await load()).addTestCredits(plan),
    statement: async (cursor) => (await load()).statement(cursor),
  }
}

/** Returns the job calls. Their code loads with the first call. */
function createLateJobsApi(http: Http): JobsApi {
  const load = loadOnce(async () => (await import('./jobs-api')).createJobsApi(http))
  return {
    list: async (options) => (await load()).list(options),
    get: async (jobId) => (await load()).get(jobId),
    label: async (jobId, label) => (await load()).label(jobId, label),
    savePreview: async (jobId, preview) => (await load()).savePreview(jobId, preview),
    remove: async (jobId) => (await load()).remove(jobId),
    cancel: async (jobId) => (await load()).cancel(jobId),
  }
}
