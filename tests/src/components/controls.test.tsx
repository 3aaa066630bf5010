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

describe('a field and its button', () => {
  it('names its control and describes it by hint and error', () => {
    render(
      <Field label="Prompt" hint="In any language" error="Please enter a prompt" aside="0 / 2000">
        {(control) => <textarea {...control} />}
      </Field>,
    )
    const control = screen.getByLabelText('Prompt')
    expect(control).toHaveAccessibleDescription('In any language Please enter a prompt')
    expect(control).toBeInvalid()
  })

  it('takes no click while it is busy, and keeps the focus', async () => {
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

  it('is switched off while it is busy and a form could click it too', () => {
    render(
      <Button type="submit" busy>
        Generate Video
      </Button>,
    )
    expect(screen.getByRole('button', { name: 'Generate Video' })).toBeDisabled()
  })
})

describe('a dialog that asks', () => {
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

  it('cancels when the browser closes it, as on Escape, unless it is open again by then', () => {
    const { onCancel } = dialog()
    fireEvent(screen.getByRole('dialog'), new Event('close'))
    expect(onCancel).not.toHaveBeenCalled()
    screen.getByRole<HTMLDialogElement>('dialog').close()
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  it('cancels on a click beside it, and not on one inside', () => {
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

describe('a message', () => {
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
    // Ready before the first message, so that it is heard. The use that asks for it is answered first.
    fireEvent.pointerDown(screen.getByText('show'))
    await pass(1000)
    expect(corner()).toBeInTheDocument()
    for (let time = 0; time < times; time += 1) fireEvent.click(screen.getByText('show'))
    await pass(0)
  }

  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const corner = () => screen.getByRole('region', { name: 'Notifications' })
  const message = () => corner().querySelector('[role=status], [role=alert]')

  it('is read out where messages stand, and goes by itself after 6 s', async () => {
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

  it('stays while it is pointed at', async () => {
    await showToast({ tone: 'info', text: 'Read me' })
    fireEvent.mouseEnter(corner())
    await pass(60_000)
    expect(message()).toBeInTheDocument()
    fireEvent.mouseLeave(corner())
    await pass(6100)
    expect(message()).not.toBeInTheDocument()
  })

  it('stays with its link until it is closed', async () => {
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

  it('names what it is about, leads there, and goes; its link stays for 30 s', async () => {
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

  it('goes by itself where nobody follows its link, and stands beside another of the same words', async () => {
    const ready = { tone: 'ok', text: 'Ready', action: { label: 'Show video', to: '/create-video' } } as const
    await showToast({ ...ready, about: 'A lighthouse' })
    act(() => showMessage({ ...ready, about: 'A harbor' }))
    await pass(0)
    expect(screen.getAllByRole('link', { name: 'Show video' })).toHaveLength(2)
    await pass(30_200)
    expect(message()).not.toBeInTheDocument()
  })

  it('does not pile up the same words', async () => {
    await showToast({ tone: 'bad', text: 'Again' }, 3)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
  })
})

it('loads what shows messages with the first one, where nobody has pressed anything yet', async () => {
  render(<Toasts />, { wrapper: MemoryRouter })
  act(() => showMessage({ tone: 'bad', text: 'The connection was lost' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The connection was lost')
})

describe('the picture of a person', () => {
  function shown(picture: string | null, name = 'Ada') {
    const { container } = render(<Avatar name={name} picture={picture} />)
    return container
  }

  it('shows a picture of the sign-in provider', () => {
    const picture = 'https://lh3.googleusercontent.com/a/ada=s96'
    expect(shown(picture).querySelector('img')).toHaveAttribute('src', picture)
  })

  it('shows pictures of the provider that is set, and nothing else of our own address', async () => {
    const base = `${window.location.origin}/stand-ins/google/picture`
    vi.stubEnv('VITE_AVATAR_URL', base)
    // Other files of the process read it too.
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
  ])('requests no image at %s and shows the initial', (picture) => {
    const container = shown(picture)
    expect(container.querySelector('img')).toBeNull()
    expect(container).toHaveTextContent(/^A$/)
  })

  it.each([
    ['👩‍🚀 Sally', '👩‍🚀'],
    ['  ada', 'a'],
    ['é', 'é'],
    ['', '?'],
  ])('takes the initial of %j: %s', (name, initial) => {
    expect(shown(null, name)).toHaveTextContent(new RegExp(`^${initial === '?' ? '\\?' : initial}$`))
  })
})
