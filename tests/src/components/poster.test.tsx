import { fireEvent, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Poster } from '@/components/footage/poster'

it('leaves no broken picture when it cannot be loaded', () => {
  const { container } = render(<Poster src="/images/posters/a.jpg" />)
  const picture = container.querySelector('img')
  if (!picture) throw new Error('no picture')
  expect(picture).toHaveAttribute('src', '/images/posters/a.jpg')
  fireEvent.error(picture)
  expect(container).toBeEmptyDOMElement()
})

it('leaves none either when it failed in a prerendered page, before anybody listened', () => {
  const failed = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'complete')
  Object.defineProperty(HTMLImageElement.prototype, 'complete', { configurable: true, get: () => true })
  const { container } = render(<Poster src="/images/posters/a.jpg" />)
  if (failed) Object.defineProperty(HTMLImageElement.prototype, 'complete', failed)
  expect(container).toBeEmptyDOMElement()
})
