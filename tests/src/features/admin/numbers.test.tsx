import type { EndedJobs, Numbers } from '@contract/admin'
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chooseLanguage } from '@/components/language/language'
import { NO_NUMBERS } from '../../../support/no-numbers'
import { adminPage, LOGS, storeCredential } from './admin-page'
import { logsResponse, refusal } from './admin-responses'

const NUMBERS = '/api/admin/numbers'

const ended = (fields: Partial<EndedJobs>): EndedJobs => ({
  day: '2026-11-28',
  model: 'veo-3',
  modelName: 'Veo 3',
  provider: 'fal',
  outcome: 'succeeded',
  jobs: 1,
  charged: 0,
  returned: 0,
  cost: null,
  ...fields,
})

const BUSY: Numbers = {
  ...NO_NUMBERS,
  jobs: [
    ended({ day: '2026-10-01', jobs: 5, charged: 1650 }),
    ended({ day: '2026-10-30', jobs: 1000, charged: 330_000, cost: { amount: 400, unit: 'usd' } }),
    ended({ day: '2026-11-27', outcome: 'content_refused', jobs: 2, returned: 660 }),
    ended({ jobs: 2, charged: 660, cost: { amount: 0.1 + 0.2, unit: 'usd' } }),
    ended({
      model: 'kling',
      modelName: 'Kling',
      provider: 'pollo',
      jobs: 3,
      charged: 60,
      cost: { amount: 36, unit: 'credits' },
    }),
    ended({ outcome: 'content_refused', jobs: 1, returned: 330 }),
    ended({ model: 'kling', modelName: 'Kling', provider: 'pollo', outcome: 'new_code', jobs: 4, returned: 80 }),
  ],
  delays: [
    { day: '2026-11-26', seconds: 61 },
    { day: '2026-11-28', seconds: 12 },
  ],
  grants: [
    { day: '2026-11-28', type: 'sign_up', credits: 100 },
    { day: '2026-11-28', type: 'admin_grant', credits: 50 },
    { day: '2026-11-01', type: 'sign_up', credits: 1000 },
    { day: '2026-10-01', type: 'sign_up', credits: 7 },
  ],
  openJobs: 12,
  oldestQueuedSeconds: 125,
  overdueSeconds: 4,
  stored: { bytes: 25_000_000_000, day: '2026-11-27' },
  storageLimitBytes: 100_000_000_000,
  openReports: 3,
}

const answer = (data: Numbers) => ({ success: true, message: '', data })

/** Opens the page in English with an administrator who has logged in. */
async function numbersPage(...answers: unknown[]) {
  storeCredential()
  chooseLanguage('en')
  const left = [...answers]
  const app = await adminPage({ [NUMBERS]: () => left.shift() }, '/admin-numbers')
  const panel = (name: string) => within(screen.getByRole('region', { name }))
  const cards = (name: string) =>
    Object.fromEntries(
      panel(name)
        .getAllByRole('term')
        .map((term) => [
          term.textContent,
          [...(term.parentElement?.querySelectorAll('dd') ?? [])].map((dd) => dd.textContent),
        ]),
    )
  const rows = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('row', { hidden: true })
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent))
  return { ...app, panel, cards, rows }
}

afterEach(() => act(() => chooseLanguage('zh-CN')))

it("shows today's numbers beside those of 30 days, and what waits right now", async () => {
  const { cards, panel } = await numbersPage(answer(BUSY))
  expect(cards('Today')).toEqual({
    'Jobs ended': ['10', '30 days: 1,012'],
    Videos: ['5', '30 days: 1,005'],
    Failed: ['5', '30 days: 7'],
    'Credits charged': ['720', '30 days: 330,720'],
    'Credits returned': ['410', '30 days: 1,070'],
    'Credits granted': ['150', '30 days: 1,150'],
  })
  expect(cards('Right now')).toEqual({
    'Jobs in progress': ['12'],
    'Oldest queued job': ['2 min 5 s'],
    'Status check delay': ['4 s'],
    'Delay of finished videos': ['12 s', "At most, for 95% of today's videos"],
    'Reported videos': ['3'],
    Stored: ['25 GB of 100 GB (25%)', 'Counted on 2026-11-27'],
  })
  expect(panel('Right now').getByText(/^Egress isn't counted here/)).toBeInTheDocument()
})

it('adds up models with their costs per unit, failures by reason, and days, also those without jobs', async () => {
  const { panel, rows } = await numbersPage(answer(BUSY))
  expect(rows('Models and providers')).toEqual([
    ['Veo 3', 'fal', '1,005', '1,002', '3', '330,660', '990', '$400.30 (1,002 jobs)'],
    ['Kling', 'pollo', '7', '3', '4', '60', '80', '36 credits (3 jobs)'],
  ])
  expect(rows('Failures')).toEqual([
    ['new_code', 'Kling', 'pollo', '4', '4'],
    ['Content refused', 'Veo 3', 'fal', '1', '3'],
  ])
  const days = rows('Last 30 days')
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual(['2026-11-28', '10', '5', '5', '720', '410', '150', '12 s'])
  expect(days[2]).toEqual(['2026-11-26', '0', '0', '0', '0', '0', '0', '1 min 1 s'])
  expect(days[29]).toEqual(['2026-10-30', '1,000', '1,000', '0', '330,000', '0', '0', '–'])
  const chart = panel('Last 30 days').getByRole('img', { name: 'Jobs ended per day (highest: 1,000)' })
  const heights = [...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))
  expect([heights.length, heights[0], heights[57], heights[59]]).toEqual([60, 40, 0.08, 0.2])
})

it('saves the numbers as CSV with the codes of the API, also those of last month before the 30 days', async () => {
  const { user } = await numbersPage(answer(BUSY))
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:1'
  })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  const lines = (await saved[0]?.text())?.trim().split('\r\n')
  expect(lines?.slice(1, 4)).toEqual([
    '2026-10-01,veo-3,fal,succeeded,5,1650,0,,',
    '2026-10-30,veo-3,fal,succeeded,1000,330000,0,400,usd',
    '2026-11-27,veo-3,fal,content_refused,2,0,660,,',
  ])
})

it('says that nothing ended, and keeps the numbers when a refresh fails', async () => {
  const { user, cards, requests } = await numbersPage(answer(NO_NUMBERS), refusal(500, 'internal'), answer(BUSY))
  // In place of the charts, and of the table of models.
  expect(screen.getAllByText('No jobs ended in the last 30 days.')).toHaveLength(2)
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
  expect(screen.getByText('No jobs failed in the last 30 days.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument()
  expect(cards('Right now')).toMatchObject({
    'Oldest queued job': ['None'],
    'Status check delay': ['No delay'],
    'Delay of finished videos': ['No videos today'],
    Stored: ['Not counted yet'],
  })
  await user.click(screen.getByRole('button', { name: 'Refresh numbers' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Internal server error')
  expect(screen.getByText('No jobs failed in the last 30 days.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Refresh numbers' }))
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(requests(NUMBERS)[0]?.headers).toEqual({ Authorization: 'Bearer stored.token' })
})

it('ends the login when the server refuses it, and shows the numbers after the next one', async () => {
  chooseLanguage('zh-CN')
  const answers = [refusal(401, 'unauthorized'), answer(BUSY)]
  const { logIn, user, router } = await adminPage(
    { [LOGS]: () => logsResponse(), [NUMBERS]: () => answers.shift() },
    '/admin-numbers',
  )
  await logIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('管理员认证失败，请检查用户名和密码')
  await logIn()
  expect(await screen.findByRole('region', { name: '失败原因' })).toHaveTextContent('内容被拒绝')
  expect(screen.getByRole('link', { name: '运营数据' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('link', { name: '登录记录' }))
  expect(await screen.findByRole('region', { name: '登录记录' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/admin-logs')
})
