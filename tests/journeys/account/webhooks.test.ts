import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectNoFaults } from '../../support/journeys/axe.ts'
import { startWith600, startWithFilledForm } from '../../support/journeys/faults.ts'
import { clickGenerate, waitForVideo } from '../../support/journeys/generate.ts'
import { openBrowser } from '../../support/journeys/journey.ts'
import { cutWords, doubleText, getOverflow } from '../../support/journeys/layout.ts'
import { openScriptedProvider } from '../../support/journeys/scripted-provider.ts'
import { openReceiver, verifyMessage } from '../../support/messages/webhook-receiver.ts'

openBrowser()

const scripted = openScriptedProvider()
const receiver = openReceiver()

const getSection = (page: Page) => page.getByRole('region', { name: 'Webhooks' })

async function openWebhooks(page: Page, url: string) {
  await page.goto(`${url}/account#webhooks`)
  return getSection(page)
}

it('adds a webhook, sends it a test and a finished video, repeats a message, and removes the webhook', async () => {
  const { page, url, context, expectComplaint } = await startWithFilledForm(scripted.url())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const section = await openWebhooks(page, url)
  await section.getByText('No webhooks yet').waitFor()
  await expectNoFaults(page, 'empty')

  const address = `http://127.0.0.1:${receiver.port}/hooks`
  expectComplaint(/status of 400/)
  await section.getByLabel('Server URL').fill('nonsense')
  await page.keyboard.press('Enter')
  await section.getByText("We can't send to this address.").waitFor()
  await section.getByLabel('Server URL').fill(address)
  await section.getByRole('button', { name: 'Add webhook' }).click()
  const field = section.getByLabel('Secret', { exact: true })
  await field.waitFor()
  const secret = await field.inputValue()
  await section.getByRole('button', { name: 'Copy secret' }).click()
  await section.getByText('Copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

  await section.getByRole('button', { name: 'Send test' }).click()
  await section.getByText(/^Delivered .+\.$/).waitFor()
  const [test] = receiver.received
  if (!test) throw new Error('no test was sent')
  expect(verifyMessage(test, secret)).toMatchObject({ type: 'test', data: {} })
  await expectNoFaults(page, 'sent')

  receiver.answer = (response) => response.writeHead(500).end()
  await page.goto(`${url}/create-video`)
  scripted.provider.finish()
  await clickGenerate(page)
  await waitForVideo(page)
  await expect.poll(() => receiver.received.length).toBe(2)
  await openWebhooks(page, url)
  expect(await section.getByLabel('Secret', { exact: true }).count()).toBe(0)
  await section.getByRole('button', { name: 'Messages' }).click()
  const message = section.getByRole('listitem').filter({ hasText: 'Video finished' }).last()
  await message.getByText(/^Your server answered 500\. Next attempt: .+\.$/).waitFor()
  receiver.answer = (response) => response.writeHead(204).end()
  await message.getByRole('button', { name: 'Repeat' }).click()
  await message.getByText(/^Delivered .+\.$/).waitFor()
  const [, first, again] = receiver.received
  if (!first || !again) throw new Error('the message was not sent twice')
  expect(again.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(verifyMessage(again, secret)).toMatchObject({ type: 'job.completed', data: { status: 'succeeded' } })

  await section.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove this webhook?' })
  await dialog.getByText(address).waitFor()
  await dialog.getByRole('button', { name: 'Remove webhook' }).click()
  await section.getByText('Webhook removed.').waitFor()
  await section.getByText('No webhooks yet').waitFor()
})

it('says what to do when an account has five webhooks, and when they cannot be loaded', async () => {
  const { page, url, context, owner, expectComplaint } = await startWith600()
  for (const path of ['one', 'two', 'three', 'four', 'a-long-address'.repeat(12)]) {
    const response = await fetch(`${url}/api/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${receiver.port}/${path}` }),
    })
    expect(response.status).toBe(200)
  }
  receiver.answer = (response) => response.writeHead(410).end()
  expectComplaint(/status of 503|ERR_FAILED/)
  await context.route('**/api/webhooks', (route) => route.fulfill({ status: 503, body: '{}' }))
  const section = await openWebhooks(page, url)
  await section.getByText("We couldn't load your webhooks.").waitFor({ timeout: 60_000 })
  await expectNoFaults(page, 'failed')
  await context.unroute('**/api/webhooks')
  await section.getByRole('button', { name: 'Try again' }).click()
  await section.getByText('You have 5 webhooks. Remove one to add another.').waitFor()
  expect(await section.getByLabel('Server URL').count()).toBe(0)
  await section.getByRole('button', { name: 'Messages' }).first().click()
  await section.getByText('No messages yet.').waitFor()
  await section.getByRole('button', { name: 'Send test' }).nth(1).click()
  await section.getByText('Not delivered after 1 attempt. Your server answered 410.').waitFor()
  await section.getByText('Disabled: your server returned 410.').waitFor()
  expect(await section.getByRole('button', { name: 'Send test' }).count()).toBe(4)
  await expectNoFaults(page, 'full')
  await page.setViewportSize({ width: 360, height: 740 })
  await doubleText(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])
})
