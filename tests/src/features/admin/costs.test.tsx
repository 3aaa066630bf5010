import type { JobCost } from '@contract/admin'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { adminPage, storeCredential } from './admin-page'
import { refusal } from './admin-responses'

const COSTS = '/api/admin/costs'
const job: JobCost = {
  jobId: 'a',
  createdAt: '2026-11-20T08:23:08Z',
  model: 'veo-3',
  modelName: 'Veo 3',
  provider: 'openrouter',
  credits: 330,
  settlement: 'captured',
  cost: { amount: 0.4, unit: 'usd' },
}
const back: JobCost = {
  ...job,
  jobId: 'b',
  provider: 'kling',
  settlement: 'released',
  cost: { amount: 2.5, unit: 'units' },
}

async function costsPage(answers: unknown[]) {
  storeCredential()
  const left = [...answers]
  const app = await adminPage({ [COSTS]: () => left.shift() })
  const panel = within(await screen.findByRole('region', { name: '生成成本' }))
  const click = (name: string) => app.user.click(panel.getByRole('button', { name }))
  return { ...app, panel, click }
}
const answer = (jobs: JobCost[]) => ({ success: true, message: '', data: { jobs } })

it("shows a job's real cost beside its price once the administrator requests costs", async () => {
  const { panel, click, requests } = await costsPage([answer([job, back])])
  expect(requests(COSTS)).toEqual([])
  await click('查看成本')
  const rows = (await panel.findAllByRole('row')).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['Veo 3', 'openrouter', '330 积分', '$0.40'],
    ['Veo 3', 'kling', '330 积分（已退回）', '2.5 units'],
  ])
  expect(requests(COSTS)[0]?.headers).toEqual({ Authorization: 'Bearer stored.token' })
})

it('says that there are no costs or that loading failed, and keeps the costs already loaded', async () => {
  const { panel, click } = await costsPage([answer([]), refusal(500, 'internal')])
  await click('查看成本')
  expect(await panel.findByText('服务商还没有报告任何任务的成本。')).toBeInTheDocument()
  await click('刷新成本')
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误')
  expect(panel.getByText('服务商还没有报告任何任务的成本。')).toBeInTheDocument()
})

it('ends the admin login when the server refuses it while costs load', async () => {
  const { click } = await costsPage([refusal(401, 'unauthorized')])
  await click('查看成本')
  expect(await screen.findByText('管理员认证失败，请检查用户名和密码')).toBeInTheDocument()
  expect(screen.getByLabelText('密码')).toBeInTheDocument()
})
