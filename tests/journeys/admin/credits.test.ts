import { expect, it } from 'vitest'
import { logInAsAdmin } from '../../support/journeys/admin.ts'
import { getLibrary } from '../../support/journeys/faults.ts'
import { createTestVisitor, expectCredits, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'
import { serverCredits } from '../../support/journeys/ledger.ts'

openBrowser()

it('grants credits with a reason once for two quick clicks, and shows the grant to the user', async () => {
  const person = createTestVisitor()
  const visitor = await startJourney()
  await signIn(visitor, person)
  await expectCredits(visitor.page, 0)

  const journey = await startJourney()
  const { page } = journey
  await logInAsAdmin(journey)
  const panel = page.getByRole('region', { name: '发放积分' })
  await panel.getByLabel('用户邮箱或用户ID').fill(person.email)
  await panel.getByLabel('积分数量').fill('1200')
  await panel.getByLabel('原因').fill('Competition of the week')
  await panel.getByRole('button', { name: '核对并发放' }).click()
  const question = page.getByRole('dialog', { name: '确认发放积分？' })
  await question.getByText(person.email).waitFor()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/credits/grant')) sent.push(request.url())
  })
  await question.getByRole('button', { name: '发放 1,200 积分' }).dblclick()
  await panel.getByText('发放 1,200 积分，当前余额 1,200。').waitFor()
  expect(sent).toHaveLength(1)
  // The result is visible without scrolling, though the panel is at the end of a long page. Browsers scroll by whole pixels.
  const place = await panel.getByText('当前余额 1,200。').boundingBox()
  expect(Math.floor((place?.y ?? 0) + (place?.height ?? 0))).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)

  await visitor.page.goto(`${visitor.url}/create-video`)
  await expectCredits(visitor.page, 1200)
  expect(await serverCredits(visitor.page, visitor.url)).toBe(1200)
  const mine = getLibrary(visitor.page)
  await mine.locator('summary').click()
  const line = mine.getByRole('row').filter({ hasText: 'Competition of the week' })
  await line.getByText('+1,200').first().waitFor()
  expect(await line.count()).toBe(1)
})
