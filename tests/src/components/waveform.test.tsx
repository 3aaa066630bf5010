import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Waveform } from '@/components/tracks/waveform'
import { waveformHeights } from '@/components/tracks/waveform-shape'

const barsOf = (path: Element | undefined) => path?.getAttribute('d')?.match(/M/g)?.length ?? 0

it('draws the same wave for the same seed, within its height', () => {
  expect(waveformHeights(7, 150)).toEqual(waveformHeights(7, 150))
  expect(waveformHeights(7, 150)).not.toEqual(waveformHeights(8, 150))
  for (const height of waveformHeights(7, 500)) {
    expect(height).toBeGreaterThan(0)
    expect(height).toBeLessThanOrEqual(1)
  }
})

it('lights the bars that are done, and says how much that is', () => {
  render(<Waveform seed={1} bars={40} progress={0.25} label="Generating your video" />)
  const bar = screen.getByRole('progressbar', { name: 'Generating your video' })
  expect(bar).toHaveAttribute('aria-valuenow', '25')
  const [rest, lit] = [...bar.querySelectorAll('path')]
  expect([barsOf(lit), barsOf(rest)]).toEqual([10, 30])
})

it('shows silence as a row of dots', () => {
  const { container } = render(<Waveform seed={1} bars={40} isSilent />)
  const heights = container
    .querySelector('path')
    ?.getAttribute('d')
    ?.match(/V[\d.]+/g)
  expect([...new Set(heights)]).toEqual(['V24.0'])
})

it('keeps within its ends', () => {
  render(<Waveform seed={1} bars={40} progress={1.7} label="Generating" />)
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
})

it('is silent as an ornament', () => {
  render(<Waveform seed={1} bars={40} />)
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})
