import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createSender, readObject } from '../../../tools/doctor/checks/check.ts'

let server: Server
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const stop = () =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })
afterEach(stop)

const ask = (timeoutMs = 10_000) => createSender(fetch, timeoutMs)
const getProblem = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: { problem: { what: string; where: string } }) => error.problem,
  )

it.each<[string, RequestListener]>([
  ['a response that never begins', () => {}],
  ['a response that never ends', (_request, response) => response.writeHead(200).write('{"external":')],
])('fails a doctor request after the time limit for %s', async (_name, listener) => {
  const url = await serve(listener)
  expect(await getProblem(ask(300)(url))).toMatchObject({ what: 'No response within 0.3 s.', where: url })
})

it('names a refused connection, a closed connection, and an invalid URL', async () => {
  const url = await serve((request) => request.socket.resetAndDestroy())
  expect((await getProblem(ask()(url)))?.what).toMatch(/^The request failed: connection closed/)
  await stop()
  expect(await getProblem(ask()(url))).toMatchObject({ what: 'The request failed: connection refused.', where: url })
  expect((await getProblem(ask()('https://')))?.what).toMatch(/^The request failed/)
})

it('repeats a request if the server closes a reused connection', async () => {
  let cut = 0
  const url = await serve((request, response) => {
    if (++cut === 1) request.socket.resetAndDestroy()
    else response.end('here')
  })
  expect(await ask()(url)).toMatchObject({ status: 200, text: 'here' })
})

it('stops reading an endless response', async () => {
  const url = await serve((_request, response) => {
    const more = () => {
      while (response.write(Buffer.alloc(1024 * 1024))) {}
    }
    response.on('drain', more)
    more()
  })
  expect(await getProblem(ask()(url))).toMatchObject({ what: 'The request failed: unknown error.' })
})

it('follows no redirect in a doctor request', async () => {
  const url = await serve((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end())
  expect(await ask()(url)).toMatchObject({ status: 302 })
})

it.each([
  ['<!doctype html><p>Hi</p>', 'Expected JSON, but received a web page (HTTP 200).'],
  ['{"a":', 'Expected JSON, but received invalid JSON (HTTP 200).'],
  ['"ok"', 'Expected JSON, but received invalid JSON (HTTP 200).'],
])('reports that %j is not a JSON object', async (body, sentence) => {
  const url = await serve((_request, response) => response.end(body))
  const answer = await ask()(url)
  expect(() => readObject(answer, 'fix it')).toThrow(sentence)
})

it('sends at most four requests at a time', async () => {
  let [open, most] = [0, 0]
  const url = await serve((_request, response) => {
    most = Math.max(most, ++open)
    setImmediate(() => {
      open -= 1
      response.end('{}')
    })
  })
  const send = ask()
  await Promise.all(Array.from({ length: 20 }, () => send(url)))
  expect(most).toBeLessThanOrEqual(4)
})
