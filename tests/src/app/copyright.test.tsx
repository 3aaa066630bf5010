import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Copyright } from '@/app/copyright'

afterEach(() => {
  vi.useRealTimers()
})

it('names the year it is read in', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-05T12:00:00Z') })
  render(<Copyright />)
  expect(screen.getByText('© 2031 Soundreel')).toBeInTheDocument()
})
