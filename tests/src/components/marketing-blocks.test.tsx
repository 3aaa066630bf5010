import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Accordion } from '@/components/accordion'
import { Badge } from '@/components/badge'
import { Pill } from '@/components/pill'
import { Section } from '@/components/section'

it('a section is named by its heading', () => {
  render(
    <Section title="How it is paid" intro="In credits." id="paid">
      <p>Held, then charged.</p>
    </Section>,
  )
  const section = screen.getByRole('region', { name: 'How it is paid' })
  expect(section).toHaveAttribute('id', 'paid')
  expect(within(section).getByRole('heading', { level: 2 })).toHaveTextContent('How it is paid')
  expect(within(section).getByText('Held, then charged.')).toBeInTheDocument()
})

it('an accordion opens its first item, and ties its items to one name so that the browser opens one at a time', () => {
  const items = ['First?', 'Second?', 'Third?'].map((title) => ({ title, content: `About ${title}` }))
  const { container } = render(<Accordion items={items} />)
  const details = [...container.querySelectorAll('details')]
  expect(details.map((item) => item.open)).toEqual([true, false, false])
  expect(new Set(details.map((item) => item.getAttribute('name'))).size).toBe(1)
  expect(details[0]?.getAttribute('name')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 3, name: 'Second?' }).closest('summary')).not.toBeNull()
})

it('two accordions do not close each other', () => {
  const items = [{ title: 'One?', content: 'Yes' }]
  const { container } = render(
    <>
      <Accordion items={items} />
      <Accordion items={items} firstOpen={false} />
    </>,
  )
  const [first, second] = [...container.querySelectorAll('details')]
  expect(first?.getAttribute('name')).not.toBe(second?.getAttribute('name'))
  expect(second?.open).toBe(false)
})

it('a pill says whether it is pressed, and carries its badge in its name', () => {
  render(
    <Pill pressed badge="NEW">
      Emotions
    </Pill>,
  )
  expect(screen.getByRole('button', { name: 'Emotions NEW' })).toHaveAttribute('aria-pressed', 'true')
})

it('a badge is plain text', () => {
  render(<Badge tone="quiet">demo render</Badge>)
  expect(screen.getByText('demo render')).toBeInTheDocument()
})
