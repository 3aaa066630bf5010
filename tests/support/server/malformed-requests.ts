// Requests that URL parsers, file servers, or header parsers refuse. They are written by hand, because an HTTP client
// wouldn't send them.
import { connect } from 'node:net'

/** A request, without the headers that don't matter to the test. */
interface Malformed {
  target?: string
  headers?: string[]
}

const LONG = 'a'.repeat(7000)
const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Protocol: vite-hmr']

/** Requests that every server here refuses with a status from 400 to 499. */
export const MALFORMED: Malformed[] = [
  { target: '//[' },
  { target: '//[::1' },
  { target: '///[' },
  { target: 'http://[' },
  { target: 'http://' },
  { target: 'http://evil.example/api/thing' },
  { target: 'https://localhost:99999/' },
  { target: '*' },
  { target: '[' },
  { target: `/${'a'.repeat(20_000)}` },
  { headers: ['Host: [', 'Accept: text/html'] },
  { headers: ['Host: localhost:0x', 'Accept: text/html'] },
  { headers: ['Host: a b'] },
  { headers: ['Host: \\'] },
  { headers: ['Content-Length: -1'] },
  { headers: ['Content-Length: 1', 'Transfer-Encoding: chunked'] },
  { headers: ['X-Bad: a\0b'] },
  { target: 'http://[', headers: upgrade },
  { target: '//[', headers: upgrade },
]

/** Unusual requests that are not refused for their form. They get the usual response of their URL. */
export const UNUSUAL: Malformed[] = [
  { target: '//evil.example/%' },
  { target: '/api/%' },
  { target: '/api/%00' },
  { target: '/api/%ff?a=%ff&b=%' },
  { target: '/api/\\\\' },
  { target: '/\\evil.example' },
  { target: '/%' },
  { target: '/%00' },
  { target: '/assets/%c0%af..%5c..%2f' },
  { target: `/api/${LONG}` },
  { target: `/${LONG}` },
  { target: '/video.mp4', headers: ['Range: bytes=-'] },
  { target: '/video.mp4', headers: ['Range: bytes=9-1'] },
  { target: '/video.mp4', headers: ['Range: bytes=99999999999999999999999-'] },
  { target: '/video.mp4', headers: ['Range: bytes=0-0,2-3'] },
  { target: '/\x7f', headers: ['Accept: text/html'] },
]

/** Returns the status and the body. The status is 0 if the server hung up or sent nothing for 5 s. */
export function sendRawRequest(
  port: number | string,
  { target = '/', headers = [] }: Malformed,
): Promise<{ status: number; body: string; head: string }> {
  const hasHost = headers.some((header) => header.startsWith('Host'))
  const lines = [`GET ${target} HTTP/1.1`, ...(hasHost ? [] : [`Host: localhost:${port}`]), ...headers]
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (data) => {
      text += data
    })
    socket.setTimeout(5000, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => {
      const [head = '', ...body] = text.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1] ?? 0), head, body: body.join('\r\n\r\n') })
    })
    socket.write(
      `${[...lines, ...(headers.includes('Connection: Upgrade') ? [] : ['Connection: close'])].join('\r\n')}\r\n\r\n`,
      'latin1',
    )
  })
}
