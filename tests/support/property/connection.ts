// A browser's connection to the API, and how it breaks.
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'

/**
 * When the connection is cut. `request lost`: before the body's end. `answer lost`: when the response arrives. `left`:
 * while the API works.
 */
export type ConnectionFate = 'whole' | 'request lost' | 'answer lost' | 'left'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export interface PropertyResponse {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every shape
  body: any
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request. Resolves with null if no response arrived. */
export function send(
  port: number,
  { method, path, headers, body = '' }: SentRequest,
  fate: ConnectionFate,
  leaveMs = 5,
) {
  return new Promise<PropertyResponse | null>((resolve) => {
    const lose = () => {
      request.destroy()
      resolve(null)
    }
    const request = openRequest(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
      },
      (response) => (fate === 'answer lost' ? lose() : read(response).then(resolve, lose)),
    )
    request.once('error', () => resolve(null))
    if (fate === 'request lost') {
      request.write(body.slice(0, body.length / 2))
      request.once('socket', () => setTimeout(lose, 1))
      return
    }
    if (fate === 'left') setTimeout(lose, leaveMs)
    request.end(body)
  })
}

async function read(response: IncomingMessage): Promise<PropertyResponse> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: response.statusCode ?? 0, text, body: text.startsWith('{') ? JSON.parse(text) : null }
}
