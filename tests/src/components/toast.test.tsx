import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ToastMessage } from '@/components/toast/toast-manager'
import { ToastProvider } from '@/components/toast/toast-provider'
import { useToast } from '@/components/toast/use-toast'

beforeEach(() => {
  vi.useFakeTimers()
})

function ShowButton({ message }: { message: ToastMessage }) {
  const { show } = useToast()
  return (
    <button type="button" onClick={() => show(message)}>
      show
    </button>
  )
}

function showToast(message: ToastMessage, times = 1) {
  render(
    <ToastProvider>
      <ShowButton message={message} />
    </ToastProvider>,
  )
  for (let time = 0; time < times; time += 1) fireEvent.click(screen.getByText('show'))
  pass(0)
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const corner = () => screen.getByRole('region', { name: 'Notifications' })
const message = () => screen.queryByRole('dialog')

it('is read out where messages stand, and goes by itself after 6 s', () => {
  showToast({ tone: 'ok', text: 'Video downloaded successfully!' })
  expect(corner()).toHaveAttribute('aria-live', 'polite')
  expect(corner()).toHaveTextContent('Video downloaded successfully!')
  pass(5900)
  expect(message()).toBeInTheDocument()
  pass(200)
  expect(message()).not.toBeInTheDocument()
})

it('has its corner ready before the first message, so that it is heard', () => {
  render(
    <ToastProvider>
      <ShowButton message={{ tone: 'ok', text: 'Hello' }} />
    </ToastProvider>,
  )
  expect(corner()).toBeInTheDocument()
})

it('is read out at once when something failed', () => {
  showToast({ tone: 'bad', text: 'Download failed. Try again.' })
  expect(screen.getByRole('alert')).toHaveTextContent('Download failed. Try again.')
})

it('stays while it is pointed at', () => {
  showToast({ tone: 'info', text: 'Read me' })
  fireEvent.mouseEnter(corner())
  pass(60_000)
  expect(message()).toBeInTheDocument()
  fireEvent.mouseLeave(corner())
  pass(6100)
  expect(message()).not.toBeInTheDocument()
})

it('stays with its link until it is closed', () => {
  showToast({
    tone: 'bad',
    text: 'Download failed.',
    action: { label: 'Open the video', href: 'https://v.test/1.mp4' },
  })
  pass(60_000)
  expect(screen.getByRole('link', { name: 'Open the video' })).toHaveAttribute('href', 'https://v.test/1.mp4')
  fireEvent.mouseEnter(corner())
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  pass(100)
  expect(message()).not.toBeInTheDocument()
})

it('does not pile up the same words', () => {
  showToast({ tone: 'bad', text: 'Again' }, 3)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
