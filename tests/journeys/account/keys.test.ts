import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { expectNoFaults } from '../../support/journeys/axe.ts'
import { startWith600 } from '../../support/journeys/faults.ts'
import { openBrowser } from '../../support/journeys/journey.ts'
import { cutWords, doubleText, getOverflow } from '../../support/journeys/layout.ts'
import { connectAgent } from '../../support/server/agent.ts'

openBrowser()

const NAME = 'The laptop on the desk, which generates every night'

it('creates an API key that an agent spends up to its limit, and revokes the key', async () => {
  const { page, url } = await startWith600()
  await page.goto(`${url}/account#keys`)
  const keys = page.getByRole('region', { name: 'API keys' })
  await keys.getByText('No keys yet').waitFor()
  await expectNoFaults(page, 'no keys')

  await keys.getByRole('button', { name: 'Create key…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(NAME)
  await dialog.getByRole('radio', { name: /^Read and create/ }).check()
  await dialog.getByLabel('Daily limit').fill('0')
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a whole number from 1 to 1,000,000.').waitFor()
  await expectNoFaults(page, 'form')
  await dialog.getByLabel('Daily limit').fill('20')
  await page.keyboard.press('Enter')
  const field = dialog.getByRole('textbox', { name: 'Key' })
  await field.waitFor()
  const token = await field.inputValue()
  expect(token).toMatch(/^sr_[\w-]{43}$/)
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectNoFaults(page, 'secret')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await page.content()).not.toContain(token)

  const { use } = await connectAgent(new URL(`${url}/mcp`), { token })
  const video = { model: 'kling-1.6', credits: 20, prompt: 'A moth at a lamp' }
  expect((await use('create_video', { ...video, idempotencyKey: randomUUID() })).isError).toBe(false)
  const second = await use('create_video', { ...video, idempotencyKey: randomUUID() })
  expect(second).toMatchObject({ isError: true, data: { code: 'key_limit', data: { left: 0 } } })

  await page.reload()
  await keys.getByText('Read and create, 20 of 20 credits today').waitFor()
  await keys.getByText(`sr_…${token.slice(-4)}`).waitFor()
  await keys.getByText(/^Works until .+, last used /).waitFor()
  await expectNoFaults(page, 'list')
  await page.setViewportSize({ width: 360, height: 740 })
  await doubleText(page)
  expect([await getOverflow(page), await cutWords(page)]).toEqual([0, []])

  await keys.getByRole('button', { name: 'Revoke' }).click()
  // The dialog is taller than the window now, so it scrolls.
  await page.getByRole('dialog', { name: 'Revoke this key?' }).getByRole('button', { name: 'Revoke' }).click()
  await keys.getByText('Key revoked.').waitFor()
  await keys.getByText('No keys yet').waitFor()
  await expect(use('list_models')).rejects.toThrow("This API key doesn't exist, or it was revoked.")
})
