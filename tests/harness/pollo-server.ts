import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Server, type ServerOptions, startServer } from './app-server.ts'
import { findFreePort } from './free-port.ts'

export type ProviderAnswer = { status?: number; type?: string; body: unknown } | 'hang' | 'reset'
/** A promise keeps the caller waiting, for as long as a test needs to look at what is shown meanwhile. */
type Answering = () => ProviderAnswer | Promise<ProviderAnswer>

/** A video provider whose every answer the test decides: for the faults that no word in a prompt can make. */
export interface ScriptedPollo {
  /** Bodies of the create calls so far. */
  creates: unknown[]
  onCreate: Answering
  /** Answers for the tasks of this test's jobs. Those that an earlier one left are being made for ever: servers check them by themselves. */
  onStatus: Answering
  onFile: Answering
  /** Answers a request to cancel a waiting job. */
  onCancel: Answering
  /** The answer of a job that has this status; a finished one has the address of its file. */
  says(status: string, failMsg?: string): ProviderAnswer
  /** Everything as it is in the beginning: creates work, and jobs are being made. */
  reset(): void
}

const VIDEO = await readFile('tests/harness/five-seconds.mp4')

const getOrigin = (port: number) => `http://127.0.0.1:${port}`

/** The settings of a server that asks a provider on this port. */
export function getScriptedProviderEnv(port: number): Record<string, string> {
  const origin = getOrigin(port)
  return {
    VIDEO_API_URL: origin,
    VIDEO_API_KEY: 'scripted-provider',
    VIDEO_FILE_ORIGINS: origin,
    VIDEO_QUEUE_STOP: 'true',
    // The clock of these pages is moved by hand, and the server's is not.
    LONG_POLL_SECONDS: '0',
    VIDEO_STATUS_INTERVAL_SECONDS: '0',
  }
}

/** Listens on this port until it is closed. */
export async function openProvider(port: number): Promise<{ provider: ScriptedPollo; close(): void }> {
  let tasks = new Set<string>()
  const provider: ScriptedPollo = {
    creates: [],
    onCreate: () => ({ body: {} }),
    onStatus: () => ({ body: {} }),
    onFile: () => ({ body: {} }),
    onCancel: () => ({ body: {} }),
    says: (status, failMsg = '') => {
      const url = status === 'succeed' ? `${getOrigin(port)}/files/one.mp4` : ''
      return {
        body: { code: 'SUCCESS', message: 'success', data: { generations: [{ id: '1', status, url, failMsg }] } },
      }
    },
    reset() {
      tasks = new Set()
      provider.creates = []
      provider.onCreate = () => {
        const taskId = randomUUID()
        tasks.add(taskId)
        return { body: { code: 'SUCCESS', message: 'success', data: { taskId, status: 'waiting' } } }
      }
      provider.onStatus = () => provider.says('processing')
      provider.onFile = () => ({ type: 'video/mp4', body: VIDEO })
      provider.onCancel = () => ({ body: { code: 'SUCCESS', message: 'success', data: { status: 'stopped' } } })
    },
  }
  provider.reset()
  const answer = async (request: IncomingMessage) => {
    if (request.method === 'POST') {
      provider.creates.push(await readJson(request))
      return provider.onCreate()
    }
    if (request.method === 'PUT') return provider.onCancel()
    const path = request.url ?? ''
    if (path.startsWith('/files/')) return provider.onFile()
    return path.split('/').some((part) => tasks.has(part)) ? provider.onStatus() : provider.says('processing')
  }
  const http = createServer(async (request, response) => send(response, await answer(request)))
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  return {
    provider,
    close() {
      http.closeAllConnections()
      http.close()
    },
  }
}

/** A server of its own, with a scripted provider in the place of the stand-in. */
export async function startServerWithProvider({ env, ...options }: ServerOptions = {}): Promise<{
  server: Server
  provider: ScriptedPollo
  stop(): Promise<void>
}> {
  const port = await findFreePort()
  const { provider, close } = await openProvider(port)
  const server = await startServer({ ...options, env: { ...getScriptedProviderEnv(port), ...env } })
  return {
    server,
    provider,
    async stop() {
      close()
      await server.remove()
    },
  }
}

function send(response: ServerResponse, answer: ProviderAnswer): void {
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
