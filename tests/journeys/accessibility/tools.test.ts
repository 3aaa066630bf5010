// Checks the admin page and the debug page in English, as in form.test.ts. pages.test.ts checks both in Chinese as they open.
import { it, vi } from 'vitest'
import { en as numbersTexts } from '../../../src/features/admin/numbers/texts/en.ts'
import { en as adminTexts } from '../../../src/features/admin/texts/en.ts'
import { en as debugTexts } from '../../../src/features/debug/texts/en.ts'
import { click, expectNoFaults } from '../../support/journeys/axe.ts'
import { NO_RESPONSE } from '../../support/journeys/faults.ts'
import { holdRequests } from '../../support/journeys/hold-requests.ts'
import { createTestVisitor, openBrowser, signIn, startJourney } from '../../support/journeys/journey.ts'

openBrowser()

// jobs.test.ts explains this limit.
vi.setConfig({ testTimeout: 600_000 })

it('finds no accessibility fault in the login records and the admin actions beside them', async () => {
  const texts = adminTexts
  const person = createTestVisitor()
  await signIn(await startJourney(), person)
  const { page, url, context, expectComplaint } = await startJourney()
  const logs = '**/api/auth/login-logs*'
  await page.goto(`${url}/admin-logs`)
  await click(page, 'English')
  await page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
  await click(page, texts.login.submit)
  await page.getByText(texts.login.passwordMissing).waitFor()
  await expectNoFaults(page, 'no password')
  await page.getByLabel(texts.login.password).fill('wrong')
  expectComplaint(/401/)
  await click(page, texts.login.submit)
  await page.getByText(texts.failure.refused).first().waitFor()
  await expectNoFaults(page, 'wrong password')

  await page.getByLabel(texts.login.password).fill('soundreel-local')
  await click(page, texts.login.submit)
  const records = page.getByRole('region', { name: texts.records.heading })
  await records.getByRole('row').nth(1).waitFor()
  await expectNoFaults(page, 'records')
  const answer = await holdRequests(page, logs)
  await page.getByLabel(texts.filter.email).fill(person.email)
  await click(page, texts.filter.submit)
  await page.locator('[aria-busy="true"]').first().waitFor()
  await expectNoFaults(page, 'being loaded')
  answer.release()
  await records.getByText(person.email).first().waitFor()
  await page.getByLabel(texts.filter.email).fill('nobody-has-this')
  await click(page, texts.filter.submit)
  await page.getByText(texts.records.noneFound).waitFor()
  await expectNoFaults(page, 'none found')
  await page.getByLabel(texts.filter.from).fill('2026-02-02')
  await page.getByLabel(texts.filter.to).fill('2026-02-01')
  await click(page, texts.filter.submit)
  await page.getByText(texts.filter.reversed).waitFor()
  await expectNoFaults(page, 'days in the wrong order')

  const tests = Object.values(texts.connection.tests)
  for (const { label } of tests) await click(page, label)
  for (const { ok } of tests) await page.getByText(ok, { exact: true }).waitFor()
  await click(page, texts.costs.show)
  await page.getByText(texts.costs.refresh).waitFor()
  const grant = page.getByRole('region', { name: texts.grant.heading })
  await click(grant, texts.grant.submit)
  await grant.getByText(texts.grant.userMissing).waitFor()
  await expectNoFaults(page, 'connection, costs, and a grant with nothing in it')
  await grant.getByLabel(texts.grant.user, { exact: true }).fill(person.email)
  await grant.getByLabel(texts.grant.amount, { exact: true }).fill('10')
  await grant.getByLabel(texts.grant.reason, { exact: true }).fill('Competition')
  await click(grant, texts.grant.submit)
  const question = page.getByRole('dialog', { name: texts.grant.confirm.title })
  await question.waitFor()
  await expectNoFaults(page, 'grant')
  await click(question, texts.grant.confirm.submit('10'))
  await grant.getByText(person.email).waitFor()
  await expectNoFaults(page, 'granted')

  expectComplaint(NO_RESPONSE)
  await context.setOffline(true)
  await page.getByText(texts.failure.offline).first().waitFor()
  await expectNoFaults(page, 'offline')
  await context.setOffline(false)

  await page.getByRole('link', { name: texts.pages.numbers }).click()
  await page.getByText(numbersTexts.days.table).click()
  await expectNoFaults(page, 'numbers')
})

it('finds no accessibility fault in the debug page', async () => {
  const texts = debugTexts
  const journey = await startJourney()
  const { page, url } = journey
  await page.goto(`${url}/debug`)
  await click(page, 'English')
  await page.getByRole('heading', { level: 1, name: texts.title }).waitFor()
  await click(page, texts.session.refresh)
  await page.getByText(texts.failure.noSession).waitFor()
  await click(page, texts.credits.validate)
  await page.getByText(texts.credits.userIdMissing).waitFor()
  await expectNoFaults(page, 'signed out')

  await signIn(journey, createTestVisitor())
  await page.goto(`${url}/debug`)
  await click(page, texts.session.refresh)
  await page.getByText(texts.session.refreshed(null)).waitFor()
  await click(page, texts.credits.subscribe)
  await page
    .getByText(texts.credits.added('', null).split(' ')[0] ?? '')
    .first()
    .waitFor()
  await expectNoFaults(page, 'signed in')
  await click(page, texts.session.clear)
  await page.getByRole('dialog', { name: texts.clear.title }).waitFor()
  await expectNoFaults(page, 'clear')
  await click(page, texts.clear.confirm)
  await page.getByText(texts.session.cleared).waitFor()
  await expectNoFaults(page, 'cleared')
})
