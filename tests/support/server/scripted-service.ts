import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import { fal } from '../../../local/video-service/scripted/fal.ts'
import { ScriptedService, type Wire } from '../../../local/video-service/scripted/service.ts'
import { type Interceptor, startApi, VIDEO } from '../../harness/api.ts'
import { createUser, readBooks } from '../../harness/database.ts'
import { supabase } from './suite.ts'

export const FAL_KEY = 'fal-key'

/** Opens a scripted provider on real HTTP, and resets it before each test. Call it once per test file. */
export function openService(wire: Wire, key = ''): ScriptedService {
  const service = new ScriptedService(wire, { video: VIDEO })
  beforeEach(async () => {
    await service.open()
    service.key = key
  })
  afterEach(async () => {
    await service.close()
    service.reset()
  })
  return service
}

export function startFalApi({ url }: ScriptedService, intercept?: Interceptor) {
  const settings = { VIDEO_PROVIDER: 'fal', VIDEO_API_URL: url, VIDEO_API_KEY: FAL_KEY, VIDEO_FILE_ORIGINS: url }
  return startApi(supabase, settings, intercept)
}

/** Opens the file's own fal. Call it once per test file. */
export function openFal() {
  const service = openService(fal, FAL_KEY)

  /** Starts an API with fal as its provider, a new user who has credits, and a job ID. */
  async function startFalJobApi(credits = 100) {
    const user = await createUser(supabase, credits)
    return { ...startFalApi(service), user, job: randomUUID(), booked: () => readBooks(supabase, user.id) }
  }

  return { fal: service, startFalJobApi }
}
