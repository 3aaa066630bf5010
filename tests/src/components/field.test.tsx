import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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

it('takes no press while it is busy', () => {
  render(<Button busy>Generate Video</Button>)
  expect(screen.getByRole('button', { name: 'Generate Video' })).toBeDisabled()
  expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
})
