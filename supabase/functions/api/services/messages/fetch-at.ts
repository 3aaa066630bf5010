// Sends a request to a given IP address. `fetch` resolves the host's name by itself, and a name whose address changes after our
// check (DNS rebinding) would lead it into our own network. Deno 2.1 can't connect `fetch` or node:https to a given address.
import { connect } from 'node:tls'

/** A larger head of a response is a fault. Servers and proxies limit theirs to 8 to 32 KB. */
const MAX_HEAD_BYTES = 64 * 1024

/** Returns a `fetch` for https that connects to this address. The certificate must be for the URL's host. The response has no body. */
export const createFetchAt =
  (address: string): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { host, hostname, port, pathname, search } = new URL(request.url)
    const body = new Uint8Array(await request.arrayBuffer())
    const headers = new Headers(request.headers)
    headers.set('host', host)
    headers.set('content-length', String(body.length))
    headers.set('connection', 'close')
    const lines = [`${request.method} ${pathname}${search} HTTP/1.1`, ...Array.from(headers, (pair) => pair.join(': '))]
    const { signal } = request
    return new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const isName = !/^[\d.]+$|^\[/.test(hostname)
      // TLS names a host without the final dot.
      const servername = hostname.replace(/\.$/, '')
      const socket = connect({ host: address, port: Number(port || 443), ...(isName ? { servername } : {}) })
      const end = (error: Error) => {
        reject(error)
        socket.destroy()
      }
      signal.addEventListener('abort', () => end(signal.reason), { once: true })
      socket.on('error', end)
      socket.on('close', () => reject(new TypeError('The connection closed before a response')))
      socket.once('secureConnect', () => {
        socket.write(`${lines.join('\r\n')}\r\n\r\n`)
        socket.write(body)
      })
      let head = ''
      socket.on('data', (bytes: Uint8Array) => {
        head += new TextDecoder('latin1').decode(bytes)
        const response = readHead(head)
        if (response === 'incomplete' && head.length <= MAX_HEAD_BYTES) return
        if (response instanceof Response) resolve(response)
        end(new TypeError('The response is not HTTP'))
      })
    })
  }

/** Reads the first final response. Skips informational ones, such as 103. */
function readHead(text: string): Response | 'incomplete' | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return 'incomplete'
  const [line = '', ...fields] = text.slice(0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)( |$)/.exec(line)?.[1])
  if (Number.isNaN(status)) return null
  if (status < 200) return readHead(text.slice(end + 4))
  const headers = new Headers()
  for (const field of fields) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(field) ?? []
    if (name) headers.append(name, value ?? '')
  }
  return new Response(null, { status, headers })
}
