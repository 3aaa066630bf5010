import { expect, it, vi } from 'vitest'
import { statusResponse } from '../../../../support/app/fake-video'
import { clickGenerate, renderGenerator } from '../page'

vi.mock('@/features/generator/result-panel/panel-videos', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

it("says that the video player's code didn't load and that the video is safe, and loads the code again on request", async () => {
  const page = await renderGenerator()
  page.video.status.mockResolvedValue(statusResponse('succeed', { url: 'https://cdn.test/v.mp4' }))
  await clickGenerate(page)
  const alert = await page.stage().findByRole('alert')
  expect(alert).toHaveTextContent("We couldn't load the video player. Your video is safe")
  await page.user.click(page.stage().getByRole('button', { name: 'Try Again' }))
  expect(await page.stage().findByRole('alert')).toBeInTheDocument()
})
