import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { NO_RESPONSE, startJob, startOtherUser, startWithFilledForm } from '../../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { createTestVisitor, openBrowser } from '../../support/journeys/journey.ts'
import { expectBooks } from '../../support/journeys/ledger.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'
import { zipEntries } from '../../support/zip-entries.ts'

openBrowser()

const scripted = openScriptedProvider()

it('deletes no account while a video is generated, and signs out every tab after a later deletion (fault g)', async () => {
  const otherUser = await startOtherUser(scripted.url())
  const person = createTestVisitor()
  const { page, context, url, owner, expectComplaint } = await startWithFilledForm(
    scripted.url(),
    'A quay in fog',
    person,
  )
  expectComplaint(/status of 4(01|03|09)/)
  // The page that deletes the account doesn't know the new job, so the server refuses.
  const other = await context.newPage()
  await other.goto(`${url}/account#data`)
  await other.getByRole('button', { name: 'Delete account…' }).click()
  const dialog = other.getByRole('dialog', { name: 'Delete your account?' })
  await startJob(page)
  await dialog.getByRole('textbox').fill(person.email)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await dialog.getByText(/^Some of your videos are still being generated/).waitFor()
  await expectBooks(owner, { available: 580, jobs: ['running'] })

  scripted.provider.finish()
  await waitForVideo(page)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await other.waitForURL(`${url}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  const answer = await fetch(`${url}/api/jobs`, { headers: { authorization: `Bearer ${owner.token}` } })
  expect(answer.status).toBe(401)
  await otherUser.expectUntouched()
})

it('saves no part of an account export that is cut off, and everything in the next export (fault h)', async () => {
  const { provider } = scripted
  provider.finish()
  const { page, context, url, owner, expectComplaint } = await startWithFilledForm(scripted.url(), 'A quay in fog')
  expectComplaint(NO_RESPONSE)
  await clickGenerate(page)
  await waitForVideo(page)
  await page.goto(`${url}/account#data`)
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const start = page.getByRole('button', { name: 'Export everything' })
  await page.route('**/api/account/export?**', (route) => route.abort())
  await start.click()
  await page.getByText(/^The export stopped\. Your data is safe here/).waitFor()
  await page.unroute('**/api/account/export?**')

  await page.route('**/storage/**', (route) => route.fulfill({ status: 500 }))
  expectComplaint(/status of 500/)
  const [cut] = await Promise.all([page.waitForEvent('download'), start.click()])
  await page.getByText(/^Saved, but 1 file is missing/).waitFor()
  const names = zipEntries(await readFile(await cut.path())).map(({ name }) => name)
  expect(names).toEqual(['account.json', 'missing-files.txt'])
  await page.unroute('**/storage/**')

  await context.setOffline(true)
  await page.getByText("You're offline. Try again when you're back online.").first().waitFor()
  await context.setOffline(false)
  const [whole] = await Promise.all([page.waitForEvent('download'), start.click()])
  const found = zipEntries(await readFile(await whole.path()))
  expect(found.map(({ name }) => name)).toEqual([expect.stringMatching(/^videos\/.+\.mp4$/), 'account.json'])
  await expectBooks(owner, { available: 580, jobs: ['succeeded'] })
})
