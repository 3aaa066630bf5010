import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Avatar } from '@/components/avatar'

function shown(picture: string | null, name = 'Ada') {
  const { container } = render(<Avatar name={name} picture={picture} />)
  return container
}

it('shows a picture of the sign-in provider', () => {
  const picture = 'https://lh3.googleusercontent.com/a/ada=s96'
  expect(shown(picture).querySelector('img')).toHaveAttribute('src', picture)
})

it('shows pictures of the provider that is set, and nothing else of our own address', async () => {
  const base = `${window.location.origin}/stand-ins/google/picture`
  vi.stubEnv('VITE_AVATAR_URL', base)
  vi.resetModules()
  const { Avatar } = await import('@/components/avatar')
  const isShown = (picture: string) => {
    const { container } = render(<Avatar name="Ada" picture={picture} />)
    return container.querySelector('img') !== null
  }
  expect(isShown(`${base}/abc123.svg`)).toBe(true)
  for (const other of [
    `${base}/../../../api/admin/status?password=x`,
    `${base}s/a.svg`,
    'https://lh3.googleusercontent.com/a',
  ])
    expect(isShown(other), other).toBe(false)
})

it.each([
  'https://tracker.example/ada.png',
  'https://lh4.googleusercontent.com/ada.png',
  'https://lh3.googleusercontent.com.evil.example/ada.png',
  'https://lh3.googleusercontent.com@evil.example/ada.png',
  `${window.location.origin}/api/admin/status?password=x`,
  `${window.location.origin}/stand-ins/google/picture/abc123.svg`,
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
