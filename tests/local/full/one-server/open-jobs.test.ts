// Jobs that are open while the server ends, or while its disk is full: each ends with a video that plays, and is charged once.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startTeamServer, type TeamServer } from '../../../harness/one-server/team-server.ts'
import { canMount, mountSmallDisk } from '../../../support/small-disk.ts'

vi.setConfig({ testTimeout: 300_000 })

const CREDITS = 1000
const PRICE = 20

async function expectVideo(team: TeamServer, token: string, id: string): Promise<void> {
  const getStatus = async () => (await team.readJob(token, id)).status
  await expect.poll(getStatus, { timeout: 200_000, interval: 1000 }).toBe('succeed')
  const { url } = (await team.readJob(token, id)).result
  const file = await team.send(url.slice(team.origin.length))
  expect([file.status, file.headers['content-type']]).toEqual([200, 'video/mp4'])
}

/** Returns the kinds of the transactions of these jobs, oldest first. */
async function readKinds(team: TeamServer, token: string, ids: string[]): Promise<string[]> {
  const { text } = await team.send('/api/credits/statement', {
    headers: { authorization: `Bearer ${token}`, apikey: team.keys.publishableKey },
  })
  const { entries } = JSON.parse(text).data as { entries: { kind: string; jobId: string | null }[] }
  return entries.flatMap(({ kind, jobId }) => (jobId && ids.includes(jobId) ? [kind] : [])).reverse()
}

describe('a server that ends', () => {
  let team: TeamServer
  beforeAll(async () => {
    team = await startTeamServer()
  }, 240_000)
  afterAll(() => team?.close())

  it.each(['SIGTERM', 'SIGKILL'] as const)('delivers a job once that was open at %s', async (signal) => {
    const { token } = await team.enter(signal.toLowerCase())
    const id = crypto.randomUUID()
    expect((await team.createJob(token, id)).status).toBe(200)
    expect((await team.readJob(token, id)).status).not.toBe('succeed')
    if (signal === 'SIGTERM') expect(await team.stop()).toBe(0)
    else await team.kill()
    await team.restart()
    await expectVideo(team, token, id)
    expect(await team.readCredits(token)).toBe(CREDITS - PRICE)
    expect(await readKinds(team, token, [id])).toEqual(['hold', 'capture'])
  })
})

describe.skipIf(!canMount())('a full disk', () => {
  it('says that it has no database for now, and delivers the open jobs once there is space', async () => {
    const disk = await mountSmallDisk('700m')
    const team = await startTeamServer({}, disk.folder)
    onTestFinished(() => team.close())
    const { token } = await team.enter('ada')
    const ids = [crypto.randomUUID(), crypto.randomUUID()]
    for (const id of ids) expect((await team.createJob(token, id)).status).toBe(200)
    await disk.fill()
    const getCode = async () => (await team.readJob(token, ids[0] ?? '')).code
    await expect.poll(getCode, { timeout: 60_000, interval: 1000 }).toBe('database_unavailable')
    expect(team.output()).toContain('No space left on device')
    await team.kill()
    await disk.makeSpace()
    await team.restart()
    for (const id of ids) await expectVideo(team, token, id)
    expect(await team.readCredits(token)).toBe(CREDITS - 2 * PRICE)
    expect((await readKinds(team, token, ids)).sort()).toEqual(['capture', 'capture', 'hold', 'hold'])
  })
})
