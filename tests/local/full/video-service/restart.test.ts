import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RenderFailedError, RenderQueue } from '../../../../local/video-service/render-queue.ts'
import { discard, openProvider, type Provider, RENDER_TIMEOUT_MS } from '../../video-service/support.ts'

let provider: Provider
afterEach(() => discard(provider))

const SHORT = { length: 4, generateAudio: false }

describe('Video service after a restart', () => {
  it(
    'keeps finished tasks and renders unfinished ones again',
    async () => {
      provider = await openProvider()
      const failed = await provider.start({ prompt: 'waves #fail' })
      const stuck = await provider.start({ prompt: 'waves #stuck' })
      const cut = await provider.start({ prompt: 'a robot', ...SHORT })
      await provider.reach(failed, 'failed')
      await provider.reach(cut, 'processing')
      await provider.close()

      // Six frames per second take a quarter of the time of 24.
      provider = await openProvider(provider.dataDir, undefined, 6)
      expect((await provider.status(failed)).data.generations[0]?.status).toBe('failed')
      expect((await provider.status(stuck)).data.generations[0]?.status).toBe('processing')
      const status = await provider.reach(cut, 'succeed')
      const clip = await provider.get(status.data.generations[0]?.url ?? '')
      expect((await clip.arrayBuffer()).byteLength).toBeGreaterThan(100_000)
    },
    RENDER_TIMEOUT_MS,
  )

  it("skips a task record that can't be read", async () => {
    provider = await openProvider()
    const task = await provider.start({ prompt: 'waves #fail' })
    await provider.reach(task, 'failed')
    await provider.close()
    await writeFile(join(provider.dataDir, 'tasks', 'cmbroken.json'), '{"taskId":')
    provider = await openProvider(provider.dataDir)
    expect((await provider.status(task)).data.generations[0]?.status).toBe('failed')
  })

  it("removes tasks that are older than the provider's 14 days", async () => {
    provider = await openProvider()
    const task = await provider.start({ prompt: 'waves #fail' })
    await provider.reach(task, 'failed')
    await provider.close()
    const record = join(provider.dataDir, 'tasks', `${task}.json`)
    await writeFile(
      record,
      JSON.stringify({
        ...JSON.parse(await readFile(record, 'utf8')),
        createdAt: provider.now.ms - 15 * 24 * 3600 * 1000,
      }),
    )
    provider = await openProvider(provider.dataDir)
    expect((await provider.status(task)).code).toBe('NOT_FOUND')
    expect(await readdir(join(provider.dataDir, 'tasks'))).toEqual([])
  })
})

describe('Render queue', () => {
  /** Opens a queue. `renders` lists each clip's process and prompt in the order of their start. */
  const openQueue = async (clipsPerWorker?: number) => {
    provider = await openProvider()
    const script = join(provider.dataDir, 'worker.mjs')
    const outPath = join(provider.dataDir, 'renders')
    await writeFile(
      script,
      `import { appendFileSync, existsSync, readFileSync } from 'node:fs'
       process.on('message', ({ prompt, outPath }) => {
         const isAgain = existsSync(outPath) && readFileSync(outPath, 'utf8').includes(prompt)
         appendFileSync(outPath, process.pid + ' ' + prompt + '\\n')
         if (prompt === 'crash' || (prompt === 'crash-once' && !isAgain)) process.kill(process.pid, 'SIGSEGV')
         else if (prompt === 'exit') process.exit(3)
         // Later than the queue asks for the next: an answer must not be lost with its worker.
         else setTimeout(() => process.send(prompt === 'refuse' ? { ok: false, message: 'no' } : { ok: true }), 5)
       })`,
    )
    const queue = new RenderQueue(pathToFileURL(script), clipsPerWorker)
    const render = (prompt: string) =>
      queue.render({ prompt, seed: 1, seconds: 4, sound: false, imagePath: null, outPath }, () => {})
    const renders = async () => {
      const lines = (await readFile(outPath, 'utf8')).trim().split('\n')
      return lines.map((line) => ({ pid: line.split(' ')[0], prompt: line.split(' ')[1] }))
    }
    return { queue, render, renders }
  }

  /** Returns the outcome of each render, and the renders that started. */
  const getRenders = async (prompts: string[], clipsPerWorker?: number) => {
    const { queue, render, renders } = await openQueue(clipsPerWorker)
    const outcomes = await Promise.allSettled(prompts.map(render))
    await queue.close()
    return {
      outcomes: outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'rendered')),
      renders: await renders(),
    }
  }

  it('fails a render that kills its worker twice, and gives the next render a new worker', async () => {
    const prompts = ['good', 'crash', 'good', 'exit', 'good', 'refuse', 'crash-once', 'good']
    expect((await getRenders(prompts)).outcomes).toEqual([
      'rendered',
      new RenderFailedError('The renderer stopped: SIGSEGV'),
      'rendered',
      new RenderFailedError('The renderer stopped: status 3'),
      'rendered',
      new RenderFailedError('no'),
      'rendered',
      'rendered',
    ])
  })

  it('ends a worker after a minute without work, and starts another for the next clip', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { queue, render, renders } = await openQueue()
    const isAlive = (pid: string | undefined) => {
      try {
        return process.kill(Number(pid), 0)
      } catch {
        return false
      }
    }
    await render('one')
    vi.advanceTimersByTime(30_000)
    await render('two')
    vi.advanceTimersByTime(59_999)
    const [one, two] = await renders()
    expect([one?.pid === two?.pid, isAlive(two?.pid)]).toEqual([true, true])
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await vi.waitFor(() => expect(isAlive(two?.pid)).toBe(false))
    await render('three')
    expect((await renders())[2]?.pid).not.toBe(two?.pid)
    await queue.close()
  })

  it('replaces a worker after its maximum number of clips, without losing or repeating a clip', async () => {
    const { outcomes, renders } = await getRenders(['one', 'two', 'crash', 'three', 'four', 'five', 'six'], 3)
    expect(outcomes.filter((outcome) => outcome !== 'rendered')).toHaveLength(1)
    const begun = ['one', 'two', 'crash', 'crash', 'three', 'four', 'five', 'six']
    expect(renders.map(({ prompt }) => prompt)).toEqual(begun)
    const getWorker = (prompt: string) => renders.find((render) => render.prompt === prompt)?.pid
    expect(getWorker('two')).toBe(getWorker('one'))
    expect(getWorker('five')).toBe(getWorker('three'))
    expect(getWorker('six')).not.toBe(getWorker('five'))
    // No worker process is left behind.
    for (const { pid } of renders) await vi.waitFor(() => expect(() => process.kill(Number(pid), 0)).toThrow())
  })
})
