import { randomBytes, randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { readCatalogue } from '../../../../supabase/functions/api/catalogue/catalogue.ts'
import models from '../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { findReceiver, type ReceiverNetwork } from '../../../../supabase/functions/api/services/messages/receiver.ts'
import { sendMessage } from '../../../../supabase/functions/api/services/messages/send-message.ts'
import { openReceiver } from '../../../support/messages/webhook-receiver.ts'

const receiver = openReceiver()

/** Sends a test message to the receiver, from a server on the same machine, where local URLs are allowed. */
function send(
  url = `http://127.0.0.1:${receiver.port}/`,
  call = fetch,
  network: ReceiverNetwork = { resolve: async () => [], isOwn: true, at: () => call },
) {
  return sendMessage(
    {
      id: randomUUID(),
      kind: 'webhook',
      event: 'test',
      created_at: '2026-11-26T00:00:00.000Z',
      tries: 1,
      url,
      secret: `whsec_${randomBytes(32).toString('base64')}`,
      job: null,
    },
    {
      fetch: call,
      network,
      now: () => new Date(),
      catalogue: readCatalogue(models),
      log: () => {},
      vapid: null,
      timeoutMs: 300,
    },
  )
}

it("waits for a webhook receiver's response up to the time limit", async () => {
  receiver.answer = () => {}
  expect(await send()).toEqual({ status: null, fault: 'timeout', waitSeconds: null })
})

it("waits for a webhook's host name to resolve up to the time limit", async () => {
  const network = { resolve: () => new Promise<string[]>(() => {}), isOwn: false }
  expect(await findReceiver('https://hooks.example/', network, 50)).toEqual({ fault: 'unknown_host' })
})

it("closes a webhook receiver's response that never ends", async () => {
  receiver.answer = (response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(1000)), 5)
    response.on('close', () => clearInterval(timer))
  }
  const bodies: Response['body'][] = []
  const watch: typeof fetch = async (...args) => {
    const response = await fetch(...args)
    if (response.body) vi.spyOn(response.body, 'cancel')
    bodies.push(response.body)
    return response
  }
  expect(await send(undefined, watch)).toEqual({ status: 200, fault: null, waitSeconds: null })
  expect(bodies[0]?.cancel).toHaveBeenCalledOnce()
})

it("reports a webhook receiver that doesn't respond", async () => {
  expect(await send('http://127.0.0.1:9/')).toEqual({ status: null, fault: 'no_answer', waitSeconds: null })
})

it.each([
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://198.18.0.1/',
  'https://198.19.255.255/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2001::1]/',
  'https://[2001:db8::1]/',
  'https://[2002:7f00:1::]/',
  'https://[fc00::1]/',
  'https://[fe80::1]/',
  'https://localhost/',
  'https://localhost./',
  'https://db.internal/',
  'https://printer.lan/',
  'https://kong/',
])('refuses to send a webhook message to %s', async (url) => {
  const resolve = async () => ['93.184.215.14']
  expect(await findReceiver(url, { resolve, isOwn: false })).toEqual({ fault: 'refused_address' })
})

it.each(['10.0.0.1', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'no address'])(
  'refuses to send a webhook message to a host name that also resolves to %s',
  async (number) => {
    const resolve = async () => ['93.184.215.14', number]
    expect(await findReceiver('https://hooks.example/', { resolve, isOwn: false })).toEqual({
      fault: 'refused_address',
    })
  },
)

it.each([
  'https://93.184.215.14/',
  'https://100.63.255.255/',
  'https://172.32.0.1/',
  'https://192.169.0.1/',
  'https://223.255.255.255/',
  'https://[2606:4700::1111]/',
  'https://[2001:4860:4860::8888]/',
  'https://hooks.example/',
  'https://hooks.example.:8443/',
])('allows a webhook message to %s', async (url) => {
  const resolve = async () => ['93.184.215.14', '2606:4700::1111']
  expect(await findReceiver(url, { resolve, isOwn: false })).toMatchObject({ fault: null, address: expect.any(String) })
})

it.each([
  ['http://localhost:3000/', null],
  ['http://127.0.0.1/', null],
  ['http://[::1]:3000/', null],
  ['http://10.0.0.1/', 'invalid'],
  ['https://10.0.0.1/', 'refused_address'],
  ['https://127.0.0.1.nip.example/', 'refused_address'],
])("allows local URLs for a webhook only on the user's own machine: %s gives %s", async (url, fault) => {
  const resolve = async () => ['127.0.0.1']
  expect((await findReceiver(url, { resolve, isOwn: true })).fault).toBe(fault)
})

it('sends a message to the address that was checked', async () => {
  const at = vi.fn(() => async () => new Response(null, { status: 204 }))
  const network = { resolve: async () => ['2606:4700::1111', '93.184.215.14', '93.184.215.15'], isOwn: false, at }
  const sent = await send('https://hooks.example/', () => Promise.reject(new Error('resolved again')), network)
  expect([sent.status, at.mock.calls]).toEqual([204, [['93.184.215.14']]])
})
