import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button } from '@/components/button'
import { Field } from '@/components/field'

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

it('has nothing to describe without them', () => {
  render(<Field label="Prompt">{(control) => <textarea {...control} />}</Field>)
  expect(screen.getByLabelText('Prompt')).not.toHaveAttribute('aria-describedby')
  expect(screen.getByLabelText('Prompt')).toBeValid()
})

it('takes no press while it is busy, and keeps the focus', async () => {
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

it('is switched off while it is busy and a form could press it too', () => {
  render(
    <Button type="submit" busy>
      Generate Video
    </Button>,
  )
  expect(screen.getByRole('button', { name: 'Generate Video' })).toBeDisabled()
})
