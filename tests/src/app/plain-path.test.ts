// @vitest-environment node
import { expect, it } from 'vitest'
import { toPlainPath } from '@/config/paths'

const TOKEN = 'aB3_xY9-kLmN0pQrStUvW-'
const ID = '1e58dde0-ad9e-433e-8364-ae33bc0d438e'

it.each([
  ['/pricing/', '/pricing'],
  ['/Pricing', '/pricing'],
  ['/PRICING//', '/pricing'],
  ['/Admin-Logs/', '/admin-logs'],
  ['/Text-To-Video/', '/text-to-video'],
  ['/pricing', '/pricing'],
  ['/', '/'],
  ['//', '/'],
  ['//pricing', '/pricing'],
  [`//s//${TOKEN}`, `/s/${TOKEN}`],
  [`/s/${TOKEN}`, `/s/${TOKEN}`],
  [`/s/${TOKEN}/`, `/s/${TOKEN}`],
  [`/S/${TOKEN}`, `/s/${TOKEN}`],
  [`/videos/${ID}/`, `/videos/${ID}`],
  [`/Videos/${ID.toUpperCase()}`, `/videos/${ID}`],
  ['/no-such-page/', '/no-such-page/'],
  ['/pricing/plans', '/pricing/plans'],
  ['/pricing/日本', '/pricing/日本'],
  ['/日本', '/日本'],
  ['/videos/Clip.mp4', '/videos/Clip.mp4'],
  ['/%', '/'],
  ['/s/%ff', '/s/%ff'],
])('redirects the path %s to %s', (asked, shown) => {
  expect(toPlainPath(asked)).toBe(shown)
})

it.each(['.', ',', ')', ').', ']', '!', "'", '"', '>', '”', '。', '）', '/.', ' '])(
  'drops %s after a link',
  (glued) => {
    for (const path of ['/', '/pricing', `/s/${TOKEN}`, `/videos/${ID}`]) {
      const { pathname } = new URL(`https://site.test${path}${glued}`)
      expect(toPlainPath(pathname)).toBe(path)
    }
  },
)

it.each(['//evil.example', '///evil.example/', '/\\evil.example', '//evil.example/pricing', '//evil.example/%2e%2e'])(
  'leads to no other site from %s',
  (path) => {
    const { pathname } = new URL(`https://site.test${path}`)
    expect(new URL(toPlainPath(pathname), 'https://site.test').origin).toBe('https://site.test')
  },
)
