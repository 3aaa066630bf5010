import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { Field } from '@/components/field'
import { showToast as showMessage, type ToastMessage } from '@/components/toast/messages'
import { Toasts } from '@/components/toast/toasts'
import { useToast } from '@/components/toast/use-toast'

describe('Field and button', () => {
  it("labels a field's control and describes it by the hint and the error", () => {
    render(
      <Field label="Prompt" hint="In any language" error="Please enter a prompt" aside="0 / 2000">
        {(control) => <textarea {...control} />}
      </Field>,
    )
    const control = screen.getByLabelText('Prompt')
    expect(control).toHaveAccessibleDescription('In any language Please enter a prompt')
    expect(control).toBeInvalid()
  })

  it('ignores clicks on a busy button, and keeps its focus', async () => {
    const onClick = vi.fn()
    const { rerender } = render(<Button onClick={onClick}>Download</Button>)
    const button = screen.getByRole('button', { name: 'Download' })
    button.focus()
    rerender(
      <Button busy onClick={onClick}>
        Download
      </Button>,
    )
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button).toHaveFocus()
    expect(button).toBeEnabled()
    expect(button).toHaveAttribute('aria-busy', 'true')
    expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  it('disables a busy submit button, which a form could click too', () => {
    render(
      <Button type="submit" busy>
        Generate Video
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Generate Video' })).toBeDisabled()
  })
})

describe('Confirmation dialog', () => {
  function dialog() {
    const onCancel = vi.fn()
    const props = { title: 'Delete it?', confirmLabel: 'Delete', cancelLabel: 'Keep', onConfirm: () => {}, onCancel }
    render(
      <ConfirmDialog isOpen {...props}>
        <p>It cannot be undone.</p>
      </ConfirmDialog>,
    )
    return { onCancel }
  }

  it('cancels a confirmation dialog when the browser closes it, unless the dialog is open again', () => {
    const { onCancel } = dialog()
    fireEvent(screen.getByRole('dialog'), new Event('close'))
    expect(onCancel).not.toHaveBeenCalled()
    screen.getByRole<HTMLDialogElement>('dialog').close()
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  it('cancels a confirmation dialog on a click beside it, and not on a click inside', () => {
    const { onCancel } = dialog()
    fireEvent.click(screen.getByText('It cannot be undone.'))
    expect(onCancel).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('dialog'))
    expect(onCancel).toHaveBeenCalledTimes(1)
  })
})

function ShowButton({ message }: { message: ToastMessage }) {
  const { show } = useToast()
  return (
    <button type="button" onClick={() => show(message)}>
      show
    </button>
  )
}

describe('Toast message', () => {
  beforeEach(() => void vi.useFakeTimers())

  async function showToast(message: ToastMessage, times = 1) {
    await import('@/components/toast/toast-viewport')
    render(
      <MemoryRouter>
        <ShowButton message={message} />
        <Toasts />
        <Routes>
          <Route path="/create-video" element={<p>The generator</p>} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>,
    )
    // Loads the live region before the first message, so that screen readers announce it.
    fireEvent.pointerDown(screen.getByText('show'))
    await pass(1000)
    expect(corner()).toBeInTheDocument()
    for (let time = 0; time < times; time += 1) fireEvent.click(screen.getByText('show'))
    await pass(0)
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const corner = () => screen.getByRole('region', { name: 'Notifications' })
  const message = () => corner().querySelector('[role=status], [role=alert]')

  it('announces a toast in the live region, and removes it after 6 s', async () => {
    await showToast({ tone: 'ok', text: 'Video downloaded successfully!' })
    expect(corner()).toHaveAttribute('aria-live', 'polite')
    expect(screen.getByRole('status', { name: 'Done' })).toHaveTextContent('Video downloaded successfully!')
    expect(message()).not.toHaveAttribute('aria-modal')
    expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument()
    await pass(5900)
    expect(message()).toBeInTheDocument()
    await pass(200)
    expect(message()).not.toBeInTheDocument()
  })

  it('keeps a toast while the pointer is on it', async () => {
    await showToast({ tone: 'info', text: 'Read me' })
    fireEvent.mouseEnter(corner())
    await pass(60_000)
    expect(message()).toBeInTheDocument()
    fireEvent.mouseLeave(corner())
    await pass(6100)
    expect(message()).not.toBeInTheDocument()
  })

  it('keeps a toast with a link until the user closes it', async () => {
    await showToast({
      tone: 'bad',
      text: 'Download failed.',
      action: { label: 'Open video', href: 'https://v.test/1.mp4' },
    })
    await pass(60_000)
    expect(screen.getByRole('link', { name: 'Open video' })).toHaveAttribute('href', 'https://v.test/1.mp4')
    fireEvent.mouseEnter(corner())
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await pass(100)
    expect(message()).not.toBeInTheDocument()
  })

  it("shows a job's toast with a link to the job for 30 s, and removes the toast after a click on its link", async () => {
    await showToast({
      tone: 'ok',
      text: '🎉 Your video is ready!',
      about: 'A lighthouse',
      action: { label: 'Show video', to: '/create-video#video-a' },
    })
    expect(message()).toHaveTextContent('A lighthouse')
    await pass(29_000)
    fireEvent.click(screen.getByRole('link', { name: 'Show video' }))
    await pass(100)
    expect(screen.getByText('The generator')).toBeInTheDocument()
    expect(message()).not.toBeInTheDocument()
  })

  it('removes a toast with a temporary link by itself, and shows it beside another toast with the same text', async () => {
    const ready = { tone: 'ok', text: 'Ready', action: { label: 'Show video', to: '/create-video' } } as const
    await showToast({ ...ready, about: 'A lighthouse' })
    act(() => showMessage({ ...ready, about: 'A harbor' }))
    await pass(0)
    expect(screen.getAllByRole('link', { name: 'Show video' })).toHaveLength(2)
    await pass(30_200)
    expect(message()).not.toBeInTheDocument()
  })

  it('shows a toast once if its text repeats', async () => {
    await showToast({ tone: 'bad', text: 'Again' }, 3)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })
})

it('loads the toast code with the first message if nobody has pressed anything yet', async () => {
  render(<Toasts />, { wrapper: MemoryRouter })
  act(() => showMessage({ tone: 'bad', text: 'The connection was lost' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The connection was lost')
})

describe('Profile image', () => {
  function shown(picture: string | null, name = 'Ada') {
    const { container } = render(<Avatar name={name} picture={picture} />)
    return container
  }

  it('shows a profile image of the sign-in provider', () => {
    const picture = 'https://lh3.googleusercontent.com/a/ada=s96'
    expect(shown(picture).querySelector('img')).toHaveAttribute('src', picture)
  })

  it('shows profile images of the configured auth service, and none of our own address', async () => {
    const base = `${window.location.origin}/stand-ins/google/picture`
    vi.stubEnv('VITE_AVATAR_URL', base)
    // Other files of this process read the variable too.
    onTestFinished(() => void vi.stubEnv('VITE_AVATAR_URL', undefined))
    vi.resetModules()
    const { Avatar } = await import('@/components/avatar')
    const isShown = (picture: string) => {
      const { container } = render(<Avatar name="Ada" picture={picture} />)
      return container.querySelector('img') !== null
    }
    expect(isShown(`${base}/abc123.svg`)).toBe(true)
    for (const other of [
      `${base}/../../../api/admin/status?password=x`,
      `${base}s/a.svg`,
      'https://lh3.googleusercontent.com/a',
    ])
      expect(isShown(other), other).toBe(false)
  })

  it.each([
    'https://tracker.example/ada.png',
    'https://lh4.googleusercontent.com/ada.png',
    'https://lh3.googleusercontent.com.evil.example/ada.png',
    'https://lh3.googleusercontent.com@evil.example/ada.png',
    `${window.location.origin}/api/admin/status?password=x`,
    'http://lh3.googleusercontent.com/ada.png',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'ada.png',
    '',
    null,
  ])('requests no profile image at %s, and shows the initial instead', (picture) => {
    const container = shown(picture)
    expect(container.querySelector('img')).toBeNull()
    expect(container).toHaveTextContent(/^A$/)
  })

  it.each([
    ['👩‍🚀 Sally', '👩‍🚀'],
    ['  ada', 'a'],
    ['é', 'é'],
    ['', '?'],
  ])('reads the initial of the name %j: %s', (name, initial) => {
    expect(shown(null, name)).toHaveTextContent(new RegExp(`^${initial === '?' ? '\\?' : initial}$`))
  })
})
