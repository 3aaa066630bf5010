import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

describe('the player of a video in the library', () => {
  it.each([
    ['ai', 'Made with AI'],
    ['credentials', 'Made with AI, with Content Credentials'],
    ['algorithm', 'Drawn by a program, not by AI'],
    [null, 'Made with AI, not marked in the file'],
  ] as const)('says of a video with the mark %s: %s', async (videoMark, text) => {
    const app = renderApp({ route: '/create-video', session: testSession(), credits: 2500 })
    const jobs = [testJob({ prompt: 'A lighthouse', videoMark })]
    app.jobsApi.list.mockImplementation(async ({ open } = {}) => ({ jobs: open ? [] : jobs, nextCursor: null }))
    const library = within(await screen.findByRole('region', { name: 'Your videos' }))
    await app.user.click(await library.findByRole('button', { name: /^Play/ }))
    expect(within(await screen.findByRole('dialog')).getByText(text)).toBeInTheDocument()
  })
})
