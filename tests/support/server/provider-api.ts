import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { startApi, VIDEO } from '../../harness/api.ts'
import { createUser, readBooks } from '../../harness/database.ts'
import { cancelJob } from './job.ts'
import { supabase } from './suite.ts'

interface Order {
  /** The path of the create request. */
  path: string
  quoted: number
}

/**
 * Opens a provider on real HTTP, and the API with that provider. Call it once per test file. `file` is the URL of the
 * provider's video.
 */
export function openProvider(name: string, { credits, order, file }: { credits: number; order: Order; file?: string }) {
  const server = new ScriptedService()
  beforeAll(() => server.open())
  afterAll(() => server.close())
  beforeEach(() => {
    server.sent.length = 0
  })

  /** Starts an API, with a new user who has credits, and the calls of one job. */
  async function start(settings: Record<string, string> = {}) {
    const own = { VIDEO_PROVIDER: name, VIDEO_API_URL: server.url, VIDEO_API_KEY: 'the-key', VIDEO_FILE_ORIGINS: '' }
    const api = startApi(supabase, { ...own, ...settings }, async (request, send) => {
      if (request.url === file) return new Response(VIDEO, { headers: { 'content-type': 'video/mp4' } })
      return send(request)
    })
    const [user, id] = [await createUser(supabase, credits), crypto.randomUUID()]
    return {
      ...api,
      id,
      make: (over = {}, call = order) => api.create(user, id, over, call),
      poll: async () => {
        const { body } = await api.status(user, id)
        await api.waitUntilIdle()
        return body
      },
      stop: () => cancelJob(api, user, id),
      booked: () => readBooks(supabase, user.id),
    }
  }

  const firstBody = () => JSON.parse(server.sent[0]?.body ?? '')
  return { server, start, firstBody }
}
