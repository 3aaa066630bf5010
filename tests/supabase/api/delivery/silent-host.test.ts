// A file host that stays silent for longer than Storage's server keeps an idle connection open.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { copyVideo } from '../../../../supabase/functions/api/services/delivery/copy-video.ts'
import { createProviderFiles } from '../../../../supabase/functions/api/services/delivery/provider-file.ts'
import { createVideoStore } from '../../../../supabase/functions/api/services/delivery/video-store.ts'
import { VIDEO } from '../../../harness/api.ts'
import { MADE_WITH } from '../../../support/server/delivery.ts'

/** How long Storage's server waits, shortened. A real server waits 5 s between two requests and 10 s for headers. */
const PATIENCE_MS = 200
const SILENCE_MS = 900

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(answer: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer({ connectionsCheckingInterval: 50 }, answer)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** Serves a Storage that keeps one object and returns ranges of it. */
async function serveStorage() {
  let stored: Buffer = Buffer.alloc(0)
  const { url, server } = await serve(async (request, response) => {
    // Without these headers, a client wouldn't reuse a connection with such a short timeout.
    response.setHeader('connection', 'keep-alive').setHeader('keep-alive', 'timeout=60')
    if (request.method === 'POST') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      stored = Buffer.concat(chunks)
      return void response.end('{}')
    }
    const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
    response.writeHead(206).end(stored.subarray(Number(start), Number(end) + 1))
  })
  Object.assign(server, { headersTimeout: PATIENCE_MS, keepAliveTimeout: PATIENCE_MS, keepAliveTimeoutBuffer: 0 })
  return createVideoStore({ supabaseUrl: url, secretKey: 'key', fetch })
}

const pause = () => new Promise((done) => setTimeout(done, SILENCE_MS))

it.each<[string, RequestListener]>([
  [
    'before its response',
    async (_, response) => {
      await pause()
      response.end(VIDEO)
    },
  ],
  [
    'before its first byte',
    async (_, response) => {
      response.flushHeaders()
      await pause()
      response.end(VIDEO)
    },
  ],
  [
    'after its first bytes',
    async (_, response) => {
      response.write(VIDEO.subarray(0, 1000))
      await pause()
      response.end(VIDEO.subarray(1000))
    },
  ],
])('delivers the file of a host that is silent %s', async (_, answer) => {
  const [host, videos] = [await serve(answer), await serveStorage()]
  // Leaves an idle connection open, as an earlier delivery does.
  await videos.read('job/one.mp4', 0, 0, AbortSignal.timeout(5000)).catch(() => {})
  const openFile = createProviderFiles(() => true, fetch)
  const deps = { openFile, videos, inspectVideo: undefined }
  const copy = await copyVideo(`${host.url}/one.mp4`, 'job/one.mp4', MADE_WITH, null, deps)
  expect(copy.bytes).toBeGreaterThan(VIDEO.byteLength)
})
