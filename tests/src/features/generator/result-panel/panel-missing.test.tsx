import { expect, it, vi } from 'vitest'
import { clickGenerate, renderGenerator } from '../page'

vi.mock('@/features/generator/result-panel/panel-job', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

it("says that the result panel's code didn't load and that the video continues, and loads the code again on request", async () => {
  const page = await renderGenerator()
  await clickGenerate(page)
  const alert = await page.stage().findByRole('alert')
  expect(alert).toHaveTextContent("We couldn't load this panel. Your video continues on the server.")
  expect(page.video.create).toHaveBeenCalledOnce()
  await page.user.click(page.stage().getByRole('button', { name: 'Try Again' }))
  expect(await page.stage().findByRole('alert')).toBeInTheDocument()
})
