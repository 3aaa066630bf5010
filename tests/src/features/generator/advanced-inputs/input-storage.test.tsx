import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { clearPersonalData } from '@/lib/browser/personal-data'
import { readFile } from '@/lib/browser/stored-files'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { useSlowTime } from '../../../../support/app/slow-time'
import { addFrames, addReferences, order, renderAdvancedInputs } from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const getTab = () => (JSON.parse(sessionStorage.getItem('draft') ?? '{}') as { tab: string }).tab

/** Resolves when the database contains this part of the form. */
async function waitUntilKept(has: object) {
  await vi.waitFor(async () => expect(await readFile(`${getTab()}/inputs`, 0)).toMatchObject(has))
}

it('restores all advanced inputs after a reload', async () => {
  const page = await renderAdvancedInputs()
  await page.user.click(await page.form.findByRole('button', { name: /1080p/ }))
  await page.openImageTab()
  await addFrames(page)
  await addReferences(page, 'hero.png', 'mood.png')
  await page.user.selectOptions(page.form.getByLabelText('What reference 2, mood.png shows'), 'style')
  await page.user.click(page.button('Move reference 2, mood.png up'))
  await waitUntilKept({ references: [{ name: 'mood.png' }, { name: 'hero.png' }] })
  cleanup()

  const next = await renderAdvancedInputs({ choose: null })
  expect(await next.form.findByRole('img', { name: 'mood.png' })).toBeInTheDocument()
  expect(order(next)).toEqual(['mood.png', 'hero.png'])
  expect(next.form.getByLabelText('What reference 1, mood.png shows')).toHaveValue('style')
  expect(next.button(/1080p/)).toHaveAttribute('aria-pressed', 'true')
  await next.user.click(next.button('First frame'))
  expect(await next.form.findByRole('img', { name: 'last.png' })).toBeInTheDocument()
})

it('deletes all stored inputs after a sign-out', async () => {
  const page = await renderAdvancedInputs()
  await page.openImageTab()
  await addFrames(page)
  await addReferences(page, 'hero.png')
  await waitUntilKept({ hasLast: true, references: [{ name: 'hero.png' }] })
  const tab = getTab()
  await clearPersonalData()
  await vi.waitFor(async () => expect(await readFile(`${tab}/inputs`, 0)).toBeNull())
  cleanup()

  const next = await renderAdvancedInputs()
  await next.openImageTab()
  expect(await next.form.findByLabelText('Upload last frame')).toBeInTheDocument()
  await next.user.click(next.button(/^References/))
  expect(next.form.getByText('0 of 3')).toBeInTheDocument()
})

it('hides stored inputs from another user who signs in on the same page', async () => {
  const page = await renderAdvancedInputs()
  await page.openImageTab()
  await addFrames(page)
  await waitUntilKept({ hasLast: true, owner: expect.any(String) })
  const draft = JSON.parse(sessionStorage.getItem('draft') ?? '{}') as object
  cleanup()
  for (const area of [sessionStorage, localStorage]) {
    area.setItem('draft', JSON.stringify({ ...draft, owner: 'somebody else' }))
  }

  const next = await renderAdvancedInputs()
  await next.openImageTab()
  expect(await next.form.findByLabelText('Upload last frame')).toBeInTheDocument()
  expect(next.form.getByLabelText('Upload first frame')).toBeInTheDocument()
})
