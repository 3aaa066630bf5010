import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BlockList } from 'node:net'
import { isTrusted } from './client-address.ts'

export const SENDER_PATH = '/operator/sender'

/** The server sees this of the proxy that a request came through. */
export interface Sender {
  /** The address of the proxy, or of the client if there is none. */
  address: string
  /** Whether TRUST_PROXY has this address. */
  isTrusted: boolean
  forwardedFor: string | null
  forwardedProto: string | null
}

/** Tells the doctor what the proxy passes on. It reads the whole body, because the proxy may limit its size. */
export function answerSender(request: IncomingMessage, response: ServerResponse, proxies: BlockList): void {
  const address = request.socket.remoteAddress ?? ''
  const read = (name: string) => request.headers[name]?.toString() ?? null
  const sender: Sender = {
    address,
    isTrusted: isTrusted(address, proxies),
    forwardedFor: read('x-forwarded-for'),
    forwardedProto: read('x-forwarded-proto'),
  }
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify(sender))
  })
  request.resume()
}
