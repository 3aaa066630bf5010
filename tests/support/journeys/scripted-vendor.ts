import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Server, type ServerOptions, startServer } from './server.ts'

export type VendorAnswer = { status?: number; type?: string; body: unknown } | 'hang' | 'reset'
/** A promise keeps the caller waiting, for as long as a test needs to look at what is shown meanwhile. */
type Answering = () => VendorAnswer | Promise<VendorAnswer>

/** A video vendor whose every answer the test decides: for the faults that no word in a prompt can make. */
export interface ScriptedVendor {
  /** Bodies of the create calls so far. */
  creates: unknown[]
  onCreate: Answering
  onStatus: Answering
  onFile: Answering
  /** The answer of a job that has this status; a finished one has the address of its file. */
  says(status: string, failMsg?: string): VendorAnswer
  /** Everything as it is in the beginning: creates work, and jobs are being made. */
  reset(): void
}

const VIDEO = await readFile('tests/fixtures/one-second.mp4')

/** The real local server with a scripted vendor in the place of the stand-in. */
export async function startServerWithVendor({ env, ...options }: ServerOptions = {}): Promise<{
  server: Server
  vendor: ScriptedVendor
  stop(): Promise<void>
}> {
  const vendor: ScriptedVendor = {
    creates: [],
    onCreate: () => ({ body: {} }),
    onStatus: () => ({ body: {} }),
    onFile: () => ({ body: {} }),
    says: (status, failMsg = '') => {
      const url = status === 'succeed' ? `${origin}/files/one.mp4` : ''
      return {
        body: { code: 'SUCCESS', message: 'success', data: { generations: [{ id: '1', status, url, failMsg }] } },
      }
    },
    reset() {
      vendor.creates = []
      vendor.onCreate = () => ({
        body: {
          code: 'SUCCESS',
          message: 'success',
          data: { taskId: `task-${vendor.creates.length}`, status: 'waiting' },
        },
      })
      vendor.onStatus = () => vendor.says('processing')
      vendor.onFile = () => ({ type: 'video/mp4', body: VIDEO })
    },
  }
  vendor.reset()
  const http = createServer(async (request, response) => {
    if (request.method === 'POST') vendor.creates.push(await readJson(request))
    const answer =
      request.method === 'POST'
        ? vendor.onCreate()
        : request.url?.startsWith('/files/')
          ? vendor.onFile()
          : vendor.onStatus()
    send(response, await answer)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const server = await startServer({
    ...options,
    env: { VIDEO_API_URL: origin, VIDEO_API_KEY: 'scripted-vendor', VIDEO_FILE_ORIGINS: origin, ...env },
  })
  return {
    server,
    vendor,
    async stop() {
      http.closeAllConnections()
      http.close()
      await server.remove()
    },
  }
}

function send(response: ServerResponse, answer: VendorAnswer): void {
  if (answer === 'hang') return
  if (answer === 'reset') {
    response.socket?.destroy()
    return
  }
  const { status = 200, type = 'application/json', body } = answer
  response.writeHead(status, { 'content-type': type })
  response.end(type === 'application/json' ? JSON.stringify(body) : body)
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
