// Dialogs and menus as a browser closes them: the focus returns at once, and the event comes later.
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { useModal } from '@/components/hooks/use-modal'
import { useOpening } from '@/components/hooks/use-opening'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
}

function Modal({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { modal, close } = useModal(onClose)
  return (
    <dialog {...modal}>
      <input type="file" aria-label="Image" />
      <button type="button" onClick={close}>
        Close
      </button>
    </dialog>
  )
}

const DIALOGS: [name: string, show: (props: DialogProps) => ReactNode][] = [
  ['dialog', ({ isOpen, onClose }) => isOpen && <Modal onClose={onClose} />],
  [
    'confirmation dialog',
    ({ isOpen, onClose }) => (
      <ConfirmDialog
        isOpen={isOpen}
        title="Delete it?"
        confirmLabel="Delete"
        cancelLabel="Close"
        onConfirm={() => {}}
        onCancel={onClose}
      >
        <input type="file" aria-label="Image" />
      </ConfirmDialog>
    ),
  ],
]

function Opener({ show }: { show: (props: DialogProps) => ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {show({ isOpen, onClose: () => setIsOpen(false) })}
    </>
  )
}

/** The closed dialogs whose close event has not come yet. */
let closed: HTMLDialogElement[] = []

beforeEach(() => {
  closed = []
  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    closed.push(this)
  }
})

function pressEscape(dialog: HTMLDialogElement) {
  if (fireEvent(dialog, new Event('cancel', { cancelable: true }))) dialog.close()
}

function reportClosed() {
  for (const dialog of closed.splice(0)) fireEvent(dialog, new Event('close'))
}

const open = () => {
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  return screen.getByRole<HTMLDialogElement>('dialog')
}
const expectOpen = () => expect(screen.getByRole('dialog')).toHaveAttribute('open')

it.each(DIALOGS)('opens a %s again before the browser has reported that Escape closed it', (_name, show) => {
  render(<Opener show={show} />)
  pressEscape(open())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  open()
  reportClosed()
  expectOpen()
})

it.each(DIALOGS)('opens a %s again before the browser has reported that its button closed it', (_name, show) => {
  render(<Opener show={show} />)
  open()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  open()
  reportClosed()
  expectOpen()
})

it.each(DIALOGS)('closes a %s that the browser closes without asking', (_name, show) => {
  render(<Opener show={show} />)
  open().close()
  reportClosed()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  open()
  expectOpen()
})

it.each(DIALOGS)('keeps a %s open when the choice of a file in it is canceled', (_name, show) => {
  render(<Opener show={show} />)
  open()
  fireEvent(screen.getByLabelText('Image'), new Event('cancel', { bubbles: true }))
  expectOpen()
})

function Item() {
  const item = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => item.current?.focus(), [])
  return (
    <button ref={item} type="button">
      Item
    </button>
  )
}

function Menu() {
  const { opening, onToggle } = useOpening()
  return (
    <>
      <button type="button" popoverTarget="menu">
        More
      </button>
      <div id="menu" data-testid="menu" popover="auto" onToggle={onToggle}>
        {opening !== null && <Item key={opening} />}
      </div>
    </>
  )
}

it('focuses the content of a menu again that closed and opened before the browser reported either', () => {
  render(<Menu />)
  const button = screen.getByRole('button', { name: 'More' })
  fireEvent.click(button)
  expect(screen.getByRole('button', { name: 'Item' })).toHaveFocus()
  button.focus()
  fireEvent(screen.getByTestId('menu'), Object.assign(new Event('toggle'), { oldState: 'open', newState: 'open' }))
  expect(screen.getByRole('button', { name: 'Item' })).toHaveFocus()
  fireEvent.click(button)
  expect(screen.queryByRole('button', { name: 'Item', hidden: true })).not.toBeInTheDocument()
})
