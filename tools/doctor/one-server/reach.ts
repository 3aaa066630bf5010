// Reaches the server in two ways: over loopback with the host name of PUBLIC_URL, and through the proxy.
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { Readable } from 'node:stream'
import type { TLSSocket } from 'node:tls'

/** Returns a fetch that sends requests for `origin` to this machine's port. `fetch` itself can't send another Host header. */
export function createLoopbackFetch(origin: string, port: number, others = globalThis.fetch): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const { origin: asked, host, pathname, search } = new URL(request.url)
    return asked === origin ? send(request, { host, port, path: pathname + search }) : others(input, init)
  }
}

async function send(request: Request, { host, port, path }: { host: string; port: number; path: string }) {
  const body = Buffer.from(await request.arrayBuffer())
  return new Promise<Response>((resolve, reject) => {
    const sent = requestPlain({
      host: '127.0.0.1',
      port,
      path,
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), host, 'content-length': body.byteLength },
      signal: request.signal,
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(response.headers))
        for (const each of [value ?? []].flat()) headers.append(name, each)
      const { statusCode: status = 500 } = response
      const hasBody = status !== 204 && status !== 304
      if (!hasBody) response.resume()
      resolve(new Response(hasBody ? (Readable.toWeb(response) as ReadableStream) : null, { status, headers }))
    })
    sent.end(body)
  })
}

export interface PublicResponse {
  status: number
  text: string
  /** The parsed body. Undefined if the body isn't valid JSON. */
  json: unknown
  /** The end of the certificate. */
  validTo: Date
}

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: Buffer
}

/** Sends a request through the proxy, and checks its certificate. Rejects with Node's error. */
export function askPublicly(url: string, timeoutMs: number, { method = 'GET', headers = {}, body }: Sent = {}) {
  return new Promise<PublicResponse>((resolve, reject) => {
    const sent = requestSecure(url, { method, headers, agent: false, timeout: timeoutMs })
    sent.once('timeout', () => sent.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    sent.once('error', reject)
    sent.once('response', (response) => {
      const validTo = new Date((response.socket as TLSSocket).getPeerCertificate().valid_to)
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.once('error', reject)
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, json: parse(text), validTo }))
    })
    sent.end(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
