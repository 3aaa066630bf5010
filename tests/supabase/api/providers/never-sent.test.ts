// Decides from the error of fetch whether a create request was never sent. The same tests run on Deno in
// tests/hosted/deno.test.ts.
import { describe, expect, it } from 'vitest'
import { wasNeverSent } from '../../../../supabase/functions/api/services/providers/never-sent.ts'
import { describeFetchFailures } from '../../../support/providers/fetch-failures.ts'

describe('in Node', () => describeFetchFailures(process.execPath))

const failed = (cause: unknown) => new TypeError('fetch failed', { cause })
const system = (syscall: string, code: string) => Object.assign(new Error(`${syscall} ${code}`), { syscall, code })
const deno = (what: string, url = 'http://gpu.test/prompt') =>
  new TypeError(`error sending request for url (${url}): ${what}`)

it.each([
  ['a host that cannot be reached', failed(system('connect', 'EHOSTUNREACH')), true],
  ['a name server that does not answer', failed(system('getaddrinfo', 'EAI_AGAIN')), true],
  ['a connection that takes too long', failed(Object.assign(new Error(), { code: 'UND_ERR_CONNECT_TIMEOUT' })), true],
  [
    'no route to the host, in Deno',
    deno('client error (Connect): tcp connect error: No route to host (os error 113)'),
    true,
  ],
  ['a connection that is reset while it is read', failed(system('read', 'ECONNRESET')), false],
  ['a connection that times out while it is read', failed(system('read', 'ETIMEDOUT')), false],
  [
    'one of two addresses that was reached',
    failed(new AggregateError([system('connect', 'ECONNREFUSED'), system('read', 'ECONNRESET')])),
    false,
  ],
  [
    'TLS that breaks, perhaps later',
    failed(Object.assign(new Error(), { code: 'ERR_SSL_WRONG_VERSION_NUMBER' })),
    false,
  ],
  [
    'a URL that imitates the message',
    deno('client error (SendRequest): closed', 'http://x/):client%20error%20(Connect)'),
    false,
  ],
  ['a time limit', new DOMException('The operation timed out', 'TimeoutError'), false],
  ['no error', undefined, false],
])('decides whether a request was never sent after %s: %#', (_, error, expected) => {
  expect(wasNeverSent(error)).toBe(expected)
})
