import { expect, it } from 'vitest'
import { en } from '../../../src/features/admin/people/texts/en.ts'
import { ACCOUNT_SUSPENDED, PROMPT_REFUSED } from '../../../supabase/functions/_shared/contract/sentences.ts'
import { click, expectNoFaults } from '../../support/journeys/axe.ts'
import { GENERATING } from '../../support/journeys/faults.ts'
import { clickGenerate, fillForm, VIDEO_TIMEOUT_MS } from '../../support/journeys/generate.ts'
import {
  addPlanCredits,
  createTestVisitor,
  expectCredits,
  openBrowser,
  signIn,
  startJourney,
} from '../../support/journeys/journey.ts'

openBrowser()

it('suspends a person whose video continues, lifts the suspension, and refuses a word until the prompt changes', async () => {
  const person = createTestVisitor()
  const visitor = await startJourney()
  await signIn(visitor, person)
  await addPlanCredits(visitor, 'pro')
  const prompt = visitor.page.getByLabel('Prompt', { exact: true })
  await fillForm(visitor, { model: 'Veo 3', seconds: 8 })
  await prompt.fill('A heron at dawn')
  await clickGenerate(visitor.page)
  await visitor.page.getByText(GENERATING).first().waitFor()

  const { page, url } = await startJourney()
  await page.goto(`${url}/admin-people`)
  await click(page, 'English')
  await page.getByLabel('Password').fill('soundreel-local')
  await click(page, 'Log in')
  const find = page.getByRole('region', { name: en.find.heading })
  await find.getByLabel(en.find.user).fill(person.email)
  await click(find, en.find.submit)
  const card = page.getByRole('article', { name: person.email })
  await card.getByLabel(en.suspend.suspendReason).fill('Spam')
  await click(card, en.suspend.suspend)
  const question = page.getByRole('dialog', { name: en.suspend.suspendTitle })
  await click(question, en.suspend.suspend)
  await card.getByText(en.suspend.suspended).waitFor()
  await expectNoFaults(page, 'a suspended person')

  visitor.expectComplaint(/403/)
  await visitor.page.getByRole('button', { name: 'Generate New' }).waitFor({ timeout: VIDEO_TIMEOUT_MS })
  await visitor.page.getByRole('button', { name: 'Generate New' }).click()
  await prompt.fill('Another heron')
  await clickGenerate(visitor.page)
  await visitor.page.getByText(ACCOUNT_SUSPENDED).first().waitFor()
  expect(await prompt.inputValue()).toBe('Another heron')

  await card.getByLabel(en.suspend.liftReason).fill('Sorry')
  await click(card, en.suspend.lift)
  await click(page.getByRole('dialog', { name: en.suspend.liftTitle }), en.suspend.lift)
  await card.getByText(en.suspend.lifted).waitFor()
  const words = page.getByRole('region', { name: en.words.heading })
  // Only this journey uses the word, because others run on the same server.
  await words.getByLabel(en.words.field).fill('quagga*')
  await click(words, en.words.save)
  await words.getByText(en.words.saved).waitFor()

  visitor.expectComplaint(/422|404/)
  await prompt.fill('Two QUAGGAS at dawn')
  await clickGenerate(visitor.page)
  await visitor.page.getByText(PROMPT_REFUSED).first().waitFor()
  await expectCredits(visitor.page, 870)
  expect(await prompt.inputValue()).toBe('Two QUAGGAS at dawn')
  await prompt.fill('Two zebras at dawn')
  await clickGenerate(visitor.page)
  await visitor.page.getByText(GENERATING).first().waitFor()
  const actions = page.getByRole('region', { name: en.actions.heading })
  await actions.getByText(en.actions.added('quagga*')).waitFor()
  await expectNoFaults(page, 'words and actions')
})
