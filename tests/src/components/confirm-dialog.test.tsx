import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from '@/components/confirm-dialog'

function dialog(isOpen = true) {
  const onConfirm = vi.fn()
  const onCancel = vi.fn()
  const of = (open: boolean) => (
    <ConfirmDialog
      isOpen={open}
      title="Delete it?"
      confirmLabel="Delete"
      cancelLabel="Keep"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>It cannot be undone.</p>
    </ConfirmDialog>
  )
  const { rerender } = render(of(isOpen))
  return { onConfirm, onCancel, setOpen: (open: boolean) => rerender(of(open)) }
}

it('is there while it is open, with its question and what will happen', () => {
  const { setOpen } = dialog(false)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  setOpen(true)
  expect(screen.getByRole('dialog', { name: 'Delete it?' })).toHaveAccessibleDescription('It cannot be undone.')
  setOpen(false)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('confirms with one button and cancels with the other', async () => {
  const { onConfirm, onCancel } = dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onCancel).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
  expect(onCancel).toHaveBeenCalledTimes(1)
})

it('cancels when the browser closes it, as on Escape', () => {
  const { onCancel } = dialog()
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

it('stays open when it was opened again before the browser told that it was closed', () => {
  const { onCancel, setOpen } = dialog()
  setOpen(false)
  onCancel.mockClear()
  setOpen(true)
  fireEvent(screen.getByRole('dialog'), new Event('close'))
  expect(onCancel).not.toHaveBeenCalled()
})
