import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { RenderFailedError, RenderQueue } from '../../../local/video-service/render-queue.ts'
import { discard, openVendor, RENDER_TIMEOUT_MS, type Vendor } from './support.ts'

let vendor: Vendor
afterEach(() => discard(vendor))

const SHORT = { length: 4, generateAudio: false }

describe('a restart', () => {
  it(
    'keeps finished tasks and renders unfinished ones again',
    async () => {
      vendor = await openVendor()
      const failed = await vendor.start({ prompt: 'waves #fail' })
      const stuck = await vendor.start({ prompt: 'waves #stuck' })
      const cut = await vendor.start({ prompt: 'waves', ...SHORT })
      await vendor.reach(failed, 'failed')
      await vendor.reach(cut, 'processing')
      await vendor.close()

      vendor = await openVendor(vendor.dataDir)
      expect((await vendor.status(failed)).data.generations[0]?.status).toBe('failed')
      expect((await vendor.status(stuck)).data.generations[0]?.status).toBe('processing')
      const status = await vendor.reach(cut, 'succeed')
      const clip = await vendor.get(status.data.generations[0]?.url ?? '')
      expect((await clip.arrayBuffer()).byteLength).toBeGreaterThan(100_000)
    },
    RENDER_TIMEOUT_MS,
  )

  it('passes over a record that cannot be read', async () => {
    vendor = await openVendor()
    const task = await vendor.start({ prompt: 'waves #fail' })
    await vendor.reach(task, 'failed')
    await vendor.close()
    await writeFile(join(vendor.dataDir, 'tasks', 'cmbroken.json'), '{"taskId":')
    vendor = await openVendor(vendor.dataDir)
    expect((await vendor.status(task)).data.generations[0]?.status).toBe('failed')
  })

  it('forgets tasks after the 14 days the vendor keeps them', async () => {
    vendor = await openVendor()
    const task = await vendor.start({ prompt: 'waves #fail' })
    await vendor.reach(task, 'failed')
    await vendor.close()
    const record = join(vendor.dataDir, 'tasks', `${task}.json`)
    await writeFile(
      record,
      JSON.stringify({
        ...JSON.parse(await readFile(record, 'utf8')),
        createdAt: vendor.now.ms - 15 * 24 * 3600 * 1000,
      }),
    )
    vendor = await openVendor(vendor.dataDir)
    expect((await vendor.status(task)).code).toBe('NOT_FOUND')
    expect(await readdir(join(vendor.dataDir, 'tasks'))).toEqual([])
  })
})

describe('a worker that dies', () => {
  const outcomesOf = async (prompts: string[]) => {
    vendor = await openVendor()
    const script = join(vendor.dataDir, 'worker.mjs')
    await writeFile(
      script,
      `import { existsSync, writeFileSync } from 'node:fs'
       process.on('message', ({ prompt, outPath }) => {
         if (prompt === 'crash') process.kill(process.pid, 'SIGSEGV')
         else if (prompt === 'exit') process.exit(3)
         else if (prompt === 'crash once' && !existsSync(outPath)) {
           writeFileSync(outPath, '')
           process.kill(process.pid, 'SIGSEGV')
         } else process.send(prompt === 'refuse' ? { ok: false, message: 'no' } : { ok: true })
       })`,
    )
    const queue = new RenderQueue(pathToFileURL(script))
    const outPath = join(vendor.dataDir, 'crashed')
    const render = (prompt: string) =>
      queue.render({ prompt, seed: 1, seconds: 4, sound: false, picturePath: null, outPath }, () => {})
    const outcomes = await Promise.allSettled(prompts.map(render))
    await queue.close()
    return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'rendered'))
  }

  it('fails the render it was at, and the next render gets a fresh one', async () => {
    const outcomes = await outcomesOf(['good', 'crash', 'good', 'exit', 'good', 'refuse', 'good'])
    expect(outcomes).toEqual([
      'rendered',
      new RenderFailedError('The renderer stopped: SIGSEGV'),
      'rendered',
      new RenderFailedError('The renderer stopped: status 3'),
      'rendered',
      new RenderFailedError('no'),
      'rendered',
    ])
  })

  it('takes its render up again once', async () => {
    expect(await outcomesOf(['crash once', 'good'])).toEqual(['rendered', 'rendered'])
  })
})
