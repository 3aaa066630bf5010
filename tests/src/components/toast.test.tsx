import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ToastMessage } from '@/components/toast-context'
import { ToastProvider } from '@/components/toast-provider'
import { useToast } from '@/components/use-toast'

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
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('is read out as a status, and goes by itself', () => {
  showToast({ tone: 'ok', text: 'Video downloaded successfully!' })
  expect(screen.getByRole('status')).toHaveTextContent('Video downloaded successfully!')
  pass(5999)
  expect(screen.getByRole('status')).toBeInTheDocument()
  pass(1)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

it('is read out at once when something failed', () => {
  showToast({ tone: 'bad', text: 'Download failed. Try again.' })
  expect(screen.getByRole('alert')).toHaveTextContent('Download failed. Try again.')
})

it('stays while it is pointed at', () => {
  showToast({ tone: 'info', text: 'Read me' })
  fireEvent.pointerEnter(screen.getByRole('status'))
  pass(60_000)
  expect(screen.getByRole('status')).toBeInTheDocument()
  fireEvent.pointerLeave(screen.getByRole('status'))
  pass(6000)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

it('stays with its link until it is closed', () => {
  showToast({
    tone: 'bad',
    text: 'Download failed.',
    action: { label: 'Open the video', href: 'https://v.test/1.mp4' },
  })
  pass(60_000)
  expect(screen.getByRole('link', { name: 'Open the video' })).toHaveAttribute('href', 'https://v.test/1.mp4')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('does not pile up the same words', () => {
  showToast({ tone: 'bad', text: 'Again' }, 3)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})
