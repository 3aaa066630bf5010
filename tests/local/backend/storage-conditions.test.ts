// Requests a stored file over HTTP, with conditions.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { KEYS, openTestSupabase } from '../../harness/database.ts'

let supabase: LocalSupabase
const server = createServer(getRequestListener((asked) => supabase.fetch(asked), { overrideGlobalObjects: false }))
let path = ''

beforeAll(async () => {
  supabase = await openTestSupabase()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await upload('0123456789')
  const headers = { ...ADMIN, 'content-type': 'application/json' }
  const signed = await send('POST', '/storage/v1/object/sign/videos/conditions/a.mp4', headers, '{"expiresIn":600}')
  path = `/storage/v1${JSON.parse(signed.body).signedURL}`
})
afterAll(async () => {
  server.close()
  await supabase.close()
})

const ADMIN = { apikey: KEYS.secretKey, authorization: `Bearer ${KEYS.secretKey}` }

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: string
}

/** Sends a request without a library that adds or follows conditions. */
async function send(method: string, path: string, headers: Record<string, string> = {}, body = ''): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  const asked = request({ host: '127.0.0.1', port, method, path, headers })
  asked.end(body)
  const [response] = await once(asked, 'response')
  const chunks: Buffer[] = await response.toArray()
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() }
}

async function upload(text: string): Promise<void> {
  const headers = { ...ADMIN, 'content-type': 'video/mp4', 'x-upsert': 'true' }
  expect((await send('POST', '/storage/v1/object/videos/conditions/a.mp4', headers, text)).status).toBe(200)
}

const get = (headers: Record<string, string>) => send('GET', path, headers)
const RANGE = { range: 'bytes=2-4' }

describe('If-None-Match', () => {
  it.each(['GET', 'HEAD'])('answers %s with 304 and no body while the file is the same', async (method) => {
    const { headers } = await get({})
    const etag = String(headers.etag)
    for (const known of [etag, `"other", W/${etag}`, '*']) {
      const answer = await send(method, path, { 'if-none-match': known })
      expect([known, answer.status, answer.body]).toEqual([known, 304, ''])
      expect(answer.headers).toMatchObject({ etag, 'cache-control': headers['cache-control'] })
      expect(answer.headers['content-length']).toBeUndefined()
    }
    expect((await get({ ...RANGE, 'if-none-match': etag })).status).toBe(304)
  })

  it.each([
    ['GET', '0123456789'],
    ['HEAD', ''],
  ])('answers %s with 200 for another ETag', async (method, body) => {
    const answer = await send(method, path, { 'if-none-match': '"other"' })
    expect([answer.status, answer.body]).toEqual([200, body])
    expect(answer.headers).toMatchObject({
      'content-length': '10',
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
    })
  })
})

describe('If-Range', () => {
  it('answers with the range while the ETag or the date is the same', async () => {
    const { headers } = await get({})
    for (const condition of [String(headers.etag), String(headers['last-modified'])]) {
      const answer = await get({ ...RANGE, 'if-range': condition })
      expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
    }
  })

  it.each(['"other"', 'Wed, 21 Oct 2015 07:28:00 GMT'])('answers with the whole file for %s', async (condition) => {
    const answer = await get({ ...RANGE, 'if-range': condition })
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([200, '0123456789', undefined])
  })

  it('answers with the whole file after it was replaced', async () => {
    const etag = String((await get({})).headers.etag)
    await upload('abcdefghijkl')
    expect((await get({ 'if-none-match': etag })).status).toBe(200)
    const answer = await get({ ...RANGE, 'if-range': etag })
    expect([answer.status, answer.body]).toEqual([200, 'abcdefghijkl'])
  })
})
