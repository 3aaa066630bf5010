import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Avatar } from '@/components/avatar'

function shown(picture: string | null, name = 'Ada') {
  const { container } = render(<Avatar name={name} picture={picture} />)
  return container
}

it.each([
  'https://lh3.googleusercontent.com/a/ada=s96',
  `${window.location.origin}/stand-ins/google/picture/abc123.svg`,
])('shows the picture at %s', (picture) => {
  expect(shown(picture).querySelector('img')).toHaveAttribute('src', picture)
})

it.each([
  'https://tracker.example/ada.png',
  'https://googleusercontent.com.evil.example/ada.png',
  'https://evilgoogleusercontent.com/ada.png',
  'http://lh3.googleusercontent.com/ada.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'ada.png',
  '',
  null,
])('never asks for %s and shows the initial', (picture) => {
  const container = shown(picture)
  expect(container.querySelector('img')).toBeNull()
  expect(container).toHaveTextContent(/^A$/)
})

it.each([
  ['👩‍🚀 Sally', '👩‍🚀'],
  ['  ada', 'a'],
  ['é', 'é'],
  ['', '?'],
])('the initial of %j is %s', (name, initial) => {
  expect(shown(null, name)).toHaveTextContent(new RegExp(`^${initial === '?' ? '\\?' : initial}$`))
})
