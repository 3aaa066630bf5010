import type { Job, StatementPage } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { addUp } from '@/features/library/statement/statement-sum'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

interface Options {
  jobs?: Job[]
  nextCursor?: string | null
  signedIn?: boolean
}

async function renderLibrary({ jobs = [], nextCursor = null, signedIn = true }: Options = {}) {
  const app = renderApp({ route: '/create-video', session: signedIn ? testSession() : null, credits: 2500 })
  // Open jobs would move to the stage, which asks for them separately.
  app.jobsApi.list.mockImplementation(async (options) =>
    options?.open ? { jobs: [], nextCursor: null } : { jobs, nextCursor },
  )
  const region = await screen.findByRole('region', { name: 'Your videos' })
  return { ...app, library: within(region) }
}

describe('Your videos', () => {
  it('shows what each video is and what it cost', async () => {
    const { library } = await renderLibrary({
      jobs: [
        testJob({ id: 'a', durationSeconds: 10.04 }),
        openJob({ id: 'b', createdAt: '2026-11-19', prompt: 'A night train' }),
        failedJob({ id: 'c', createdAt: '2026-11-18', prompt: 'A storm', model: 'sora', modelName: 'sora' }),
        testJob({ id: 'd', createdAt: '2026-11-17', hasSound: false }),
        testJob({ id: 'e', createdAt: '2026-11-16', model: 'kling-1.6', modelName: 'Kling 1.6', hasSound: false }),
      ],
    })
    const rows = (await library.findAllByRole('listitem')).map((row) => row.textContent)
    expect(rows[0]).toContain('A lighthouse in the rain')
    expect(rows[0]).toMatch(/Veo 3.*10 s.*2026.*Seed 412.*330 credits charged/)
    expect(rows[1]).toMatch(/A night train.*330 credits held.*Being made1:0\d · usually 5-8 min/)
    expect(rows[2]).toMatch(
      /A storm.*sora.*Not made\. The model ran out of time.*You were not charged\. 330 credits are back\.Use again/,
    )
    expect(rows.map((row) => /No sound/.test(row ?? ''))).toEqual([false, false, false, true, true])
    const link = screen.getByRole('link', { name: 'Your last video is in Your videos, below' })
    expect(link).toHaveAttribute('href', '#video-a')
  })

  it('says once why there is no video, and once what it cost', async () => {
    const reasons: [Partial<Job>, string][] = [
      [{ failureReason: null }, 'The video service gave no reason.'],
      [{ failureReason: 'Blocked' }, 'Blocked'],
      [
        { failureCode: 'provider_rejected', failureReason: 'Too dark' },
        'The video service did not accept this request (Too dark).',
      ],
      [{ failureCode: 'deadline', failureReason: null }, 'The video did not arrive within an hour. Please try again.'],
      [{ failureCode: 'cancelled', failureReason: null }, 'You stopped this video before it was made.'],
    ]
    const jobs = reasons.map(([patch], index) => failedJob({ ...patch, id: `job-${index}`, createdAt: `${9 - index}` }))
    const { library } = await renderLibrary({ jobs })
    const rows = await library.findAllByRole('listitem')
    for (const [index, [, reason]] of reasons.entries()) {
      const { textContent } = rows[index] as HTMLElement
      expect(textContent).toContain(`Not made. ${reason}`)
      expect(textContent.match(/not charged/g)).toHaveLength(1)
      expect(textContent.match(/credits are back/g)).toHaveLength(1)
    }
  })

  it('offers for each only what can be done', async () => {
    const { library } = await renderLibrary({
      jobs: [testJob({ id: 'a' }), failedJob({ id: 'c', createdAt: '1' }), openJob({ id: 'b', createdAt: '0' })],
    })
    const rows = await library.findAllByRole('listitem')
    const names = rows.map((row) =>
      within(row)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    )
    expect(names).toEqual([
      ['Play: A lighthouse in the rain', 'Download', 'Use again', 'Continue from its last frame', 'Delete'],
      ['Use again', 'Delete'],
      ['Cancel'],
    ])
  })

  it('asks to log in, once it is known that nobody is', async () => {
    const { library } = await renderLibrary({ signedIn: false })
    expect(await library.findByText('Log in to see your videos')).toBeInTheDocument()
    expect(library.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  })

  it('says that it could not be loaded, and tries again', async () => {
    const app = renderApp({ route: '/create-video', session: testSession(), credits: 2500 })
    app.jobsApi.list.mockRejectedValue(new NetworkError('network'))
    const library = within(await screen.findByRole('region', { name: 'Your videos' }))
    expect(await library.findByRole('alert')).toHaveTextContent('Your videos could not be loaded')
    app.jobsApi.list.mockResolvedValue({ jobs: [testJob()], nextCursor: null })
    await app.user.click(library.getByRole('button', { name: 'Try again' }))
    expect(await library.findByText('330 credits charged')).toBeInTheDocument()
  })

  it('uses a job again, with its seed, and brings the form to the person', async () => {
    const { library, user } = await renderLibrary({
      jobs: [testJob({ model: 'veo-2', prompt: 'a hare', negativePrompt: 'text', length: 5, seed: 77 })],
    })
    await user.click(await library.findByRole('button', { name: 'Use again' }))
    const form = within(screen.getByRole('form', { name: 'Video settings' }))
    expect(form.getByLabelText('Prompt')).toHaveValue('a hare')
    expect(form.getByLabelText('Prompt')).toHaveFocus()
    expect(form.getByLabelText('Negative Prompt (Optional)')).toHaveValue('text')
    expect(form.getByLabelText('Model')).toHaveValue('veo-2')
    expect(form.getByRole('button', { name: '5 seconds' })).toHaveAttribute('aria-pressed', 'true')
    expect(form.getByText(/Seed 77/)).toBeInTheDocument()
  })

  it('shows that it is at work while the image of an image job is fetched', async () => {
    const job = testJob({ mode: 'image', imageUrl: 'https://files.test/image.jpg' })
    const { library, user, jobsApi } = await renderLibrary({ jobs: [job] })
    let answer = (_job: Job) => {}
    jobsApi.get.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    const again = await library.findByRole('button', { name: 'Use again' })
    await user.click(again)
    await user.click(again)
    expect(again).toHaveAttribute('aria-disabled', 'true')
    expect(jobsApi.get).toHaveBeenCalledTimes(1)
    await act(async () => answer({ ...job, imageUrl: null }))
    expect(await screen.findByText(/its image is no longer kept/)).toBeInTheDocument()
    expect(library.getByRole('button', { name: 'Use again' })).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('deletes after asking, and says what stays', async () => {
    const { library, user, jobsApi } = await renderLibrary({ jobs: [testJob()] })
    await user.click(await library.findByRole('button', { name: 'Delete' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this video?' }))
    expect(dialog.getByText(/stays in your statement/)).toBeInTheDocument()
    jobsApi.remove.mockRejectedValueOnce(new NetworkError('network'))
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(await screen.findByText('It could not be deleted just now. Try again in a moment.')).toBeInTheDocument()
    jobsApi.remove.mockResolvedValue(undefined)
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    expect(await library.findByText('Nothing here yet')).toBeInTheDocument()
    expect(jobsApi.remove).toHaveBeenLastCalledWith(testJob().id)
  })

  it('shows nobody a video when its person signs out in another tab', async () => {
    const { library, user, supabase } = await renderLibrary({ jobs: [testJob()] })
    await user.click(await library.findByRole('button', { name: /^Play/ }))
    expect(screen.getByRole('dialog', { name: /^Your video/ })).toBeInTheDocument()
    act(() => supabase.emit('SIGNED_OUT', null))
    expect(screen.queryByRole('dialog', { name: /^Your video/ })).not.toBeInTheDocument()
  })

  it('plays in a dialog, with a fresh address when the first has expired', async () => {
    const { library, user, jobsApi } = await renderLibrary({ jobs: [testJob()] })
    await user.click(await library.findByRole('button', { name: /^Play:/ }))
    const dialog = screen.getByRole('dialog', { name: 'Your video: A lighthouse in the rain' })
    const video = dialog.querySelector('video')
    expect(video).toHaveAttribute('src', testJob().videoUrl)
    jobsApi.get.mockResolvedValue(testJob({ videoUrl: 'https://files.test/fresh.mp4' }))
    video?.dispatchEvent(new Event('error'))
    await waitFor(() => expect(video).toHaveAttribute('src', 'https://files.test/fresh.mp4'))
    video?.dispatchEvent(new Event('error'))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/could not be opened just now/)
  })

  it.each([
    ['stopped', 'Stopped, 330 credits back.'],
    ['cancel_pending', /^The video service has not said yet whether it could stop\. We go on asking/],
  ])('says what came of a stop: %s', async (outcome, sentence) => {
    const { library, user, jobsApi } = await renderLibrary({ jobs: [openJob()] })
    const job = failedJob({ failureCode: 'cancelled' })
    if (outcome === 'stopped') jobsApi.cancel.mockResolvedValue({ outcome, job })
    else jobsApi.cancel.mockRejectedValue(new ApiError({ status: 503, code: outcome, message: '' }))
    jobsApi.get.mockResolvedValue(job)
    await user.click(await library.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  })
})

describe('the focus', () => {
  const jobs = [testJob({ id: 'c', createdAt: '3' }), testJob({ id: 'b', createdAt: '2', prompt: 'A night train' })]

  async function deleteFirst({ library, user }: Awaited<ReturnType<typeof renderLibrary>>) {
    await user.click(library.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement)
    await user.click(
      within(screen.getByRole('dialog', { name: 'Delete this video?' })).getByRole('button', {
        name: 'Delete for good',
      }),
    )
  }

  it('goes to the row that takes the place of a deleted one, and after the last to the heading', async () => {
    const app = await renderLibrary({ jobs })
    await app.library.findAllByRole('listitem')
    app.jobsApi.remove.mockResolvedValue(undefined)
    await deleteFirst(app)
    await waitFor(() => expect(app.library.getByRole('listitem')).toHaveFocus())
    expect(app.library.getByRole('listitem')).toHaveTextContent('A night train')
    await deleteFirst(app)
    await waitFor(() => expect(app.library.getByRole('heading', { name: 'Your videos' })).toHaveFocus())
  })

  it('goes to the first of the rows that were asked for', async () => {
    const { library, jobsApi, user } = await renderLibrary({ jobs, nextCursor: 'older' })
    await library.findAllByRole('listitem')
    jobsApi.list.mockRejectedValueOnce(new NetworkError('network'))
    await user.click(library.getByRole('button', { name: 'More videos' }))
    expect(await library.findByText('The next videos could not be loaded.')).toBeInTheDocument()
    jobsApi.list.mockResolvedValue({
      jobs: [testJob({ id: 'a', createdAt: '1', prompt: 'A storm' })],
      nextCursor: null,
    })
    await user.click(library.getByRole('button', { name: 'More videos' }))
    await waitFor(() => expect(library.getAllByRole('listitem')[2]).toHaveFocus())
    expect(document.activeElement).toHaveTextContent('A storm')
    expect(library.queryByRole('button', { name: 'More videos' })).not.toBeInTheDocument()
  })

  it('has actions that say which video they are for, and names that end', async () => {
    const { library } = await renderLibrary({ jobs: [testJob({ prompt: 'A very long tale. '.repeat(90) })] })
    await library.findAllByRole('listitem')
    const group = library.getByRole('group', { name: /^A very long tale/ })
    expect(within(group).getByRole('button', { name: 'Delete' })).toBeInTheDocument()
    const name = library.getByRole('button', { name: /^Play: / }).getAttribute('aria-label') ?? ''
    expect(name).toMatch(/^Play: A very long tale\..*…$/)
    expect(name.length).toBeLessThan(90)
  })
})

describe('the statement', () => {
  const entry = { at: '2026-11-20T09:00:00Z', jobId: null }
  const newest: StatementPage = {
    openingBalance: 2500,
    closingBalance: 2170,
    entries: [
      {
        ...entry,
        id: '2',
        kind: 'hold',
        amount: -330,
        balanceAfter: 2170,
        credits: 330,
        jobId: openJob().id,
        modelName: 'Veo 3',
        grant: null,
      },
    ],
    nextCursor: 'older',
  }
  const oldest: StatementPage = {
    openingBalance: 0,
    closingBalance: 2500,
    entries: [
      {
        ...entry,
        id: '1',
        kind: 'grant',
        amount: 2500,
        balanceAfter: 2500,
        credits: 2500,
        jobId: null,
        modelName: null,
        grant: { source: 'pro_plus', isFromAdministrator: false, note: '' },
      },
    ],
    nextCursor: null,
  }

  async function open(first = newest) {
    const app = await renderLibrary({ jobs: [openJob()] })
    app.creditsApi.statement.mockResolvedValue(first)
    await within(screen.getByRole('banner')).findAllByText('2,500')
    const summary = await app.library.findByText('Statement')
    // jsdom opens no details on a click.
    const details = summary.closest('details') as HTMLDetailsElement
    details.open = true
    return app
  }

  const totals = (library: Awaited<ReturnType<typeof open>>['library']) =>
    ['Opening balance', 'Movements', 'To spend now'].map((name) => library.getByText(name).nextSibling?.textContent)

  it('lists every movement and adds up, over all pages', async () => {
    const { library, creditsApi, user } = await open()
    await library.findByText('2,170 credits')
    expect(totals(library)).toEqual(['2,500', '−330', '2,170 credits'])
    creditsApi.statement.mockResolvedValueOnce(oldest)
    await user.click(library.getByRole('button', { name: 'Older movements' }))
    await library.findByText('+2,170')
    expect(totals(library)).toEqual(['0', '+2,170', '2,170 credits'])
    // The balance stands in its own column, or below the credits where there is no room for one.
    expect(library.getAllByRole('row').map((row) => row.textContent)).toEqual([
      'MovementCreditsBalanceBalance',
      expect.stringMatching(/^330 credits held for a Veo 3 video.*−330(2,170){2}$/),
      expect.stringMatching(/^Pro\+ plan.*\+2,500(2,500){2}$/),
    ])
    expect(creditsApi.statement).toHaveBeenLastCalledWith('older')
    const video = library.getByRole('link', { name: 'A lighthouse in the rain' })
    expect(video).toHaveAttribute('href', `#video-${openJob().id}`)
    expect(addUp([newest, { ...oldest, closingBalance: 2400 }])?.addsUp).toBe(false)
    expect(addUp([{ ...newest, openingBalance: 2400 }])?.addsUp).toBe(false)
  })

  it('is read again while it is open when credits move or a job is settled, and not while it is shut', async () => {
    const { library, creditsApi, supabase, jobsApi } = await open()
    await library.findByText('2,170 credits')
    creditsApi.statement.mockResolvedValue({ ...newest, closingBalance: 1840, openingBalance: 2170 })
    supabase.answers.rpc = () => ({ data: { credits: 1840 }, error: null })
    jobsApi.get.mockResolvedValue(failedJob())
    jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', job: failedJob() })
    await act(async () => library.getByRole('button', { name: 'Cancel' }).click())
    expect(await library.findByText('1,840 credits')).toBeInTheDocument()

    const details = library.getByText('Statement').closest('details') as HTMLDetailsElement
    details.open = false
    const asked = creditsApi.statement.mock.calls.length
    supabase.answers.rpc = () => ({ data: { credits: 2500 }, error: null })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
    await within(screen.getByRole('banner')).findAllByText('2,500')
    expect(creditsApi.statement).toHaveBeenCalledTimes(asked)
  })

  it('says that it could not be loaded', async () => {
    const app = await renderLibrary()
    app.creditsApi.statement.mockRejectedValue(new ApiError({ status: 500, code: 'internal', message: 'no' }))
    const details = (await app.library.findByText('Statement')).closest('details') as HTMLDetailsElement
    details.open = true
    expect(await app.library.findByRole('alert')).toHaveTextContent(
      'The statement could not be loaded. Your credits are not affected.',
    )
    vi.mocked(app.creditsApi.statement).mockResolvedValue(newest)
    await app.user.click(app.library.getByRole('button', { name: 'Try again' }))
    expect(await app.library.findByText('2,170 credits')).toBeInTheDocument()
  })
})
