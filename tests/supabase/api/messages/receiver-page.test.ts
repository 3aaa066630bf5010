// Runs the example receiver of docs/webhooks.md.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findFreePort } from '../../../harness/free-port.ts'
import { openEmptyReceiver, startWebhookApi } from '../../../support/messages/webhook-api.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const page = readFileSync(join(ROOT, 'docs/webhooks.md'), 'utf8')
const getBlock = (language: string) => page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? ''

const receiver = openEmptyReceiver()

async function startExample(secret: string) {
  const port = await findFreePort()
  const example = spawn(process.execPath, ['--input-type=module', '-e', getBlock('js')], {
    cwd: ROOT,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void example.kill())
  const url = `http://127.0.0.1:${port}/`
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(400)
  return { example, url }
}

it('accepts our signed messages in the documented receiver, and refuses changed ones', async () => {
  const { add, finish } = await startWebhookApi(receiver)
  const { secret } = await add()
  const job = randomUUID()
  await finish(job)
  const [message] = receiver.received
  if (!message) throw new Error('nothing was sent')
  const { example, url } = await startExample(secret)
  const headers = Object.fromEntries(Object.entries(message.headers).filter(([name]) => name.startsWith('webhook-')))
  const pass = async (body: string) => (await fetch(url, { method: 'POST', headers: headers as never, body })).status
  const printed = once(example.stdout, 'data')
  expect(await pass(message.body)).toBe(204)
  expect(String((await printed)[0]).trim()).toBe(`job.completed ${job}`)
  expect(await pass(message.body.replace('succeeded', 'failed'))).toBe(400)
})
