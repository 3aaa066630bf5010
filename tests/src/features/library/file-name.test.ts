// @vitest-environment node
import { expect, it } from 'vitest'
import { nameFile } from '@/features/library/download/file-name'

const name = (title: string) => nameFile(title, 'mp4', new Set())

it.each([
  ['Opening shot', 'Opening shot.mp4'],
  ['  A: "b"/c\\d|e?f*g <h>\n\ti  ', 'A b c d e f g h i.mp4'],
  ['..hidden... ', 'hidden.mp4'],
  ['灯台と雨', '灯台と雨.mp4'],
  ['منارة', 'منارة.mp4'],
  ['e\u0301te\u0301', 'été.mp4'],
  ['A family 👨‍👩‍👧', 'A family 👨‍👩‍👧.mp4'],
  ['gp\u202e4pm', 'gp 4pm.mp4'],
  ['half \ud83d a', 'half a.mp4'],
])('names a file after the title %j', (title, file) => {
  expect(name(title)).toBe(file)
})

it.each(['', ' ', '...', '???', '\u0000'])('names a file without a usable title: %j', (title) => {
  expect(name(title)).toBe('Video.mp4')
})

it.each(['CON', 'nul', 'Com1', 'LPT¹', 'con.boat', 'PRN .b', 'CONIN$'])('avoids the reserved name %s', (title) => {
  expect(name(title)).toBe(`_${title}.mp4`)
})

it.each(['Console', 'COM', 'Auxiliary', 'com10'])('keeps the name %s, which is not reserved', (title) => {
  expect(name(title)).toBe(`${title}.mp4`)
})

it('keeps a name within 120 bytes, and cuts no character in half', () => {
  expect(name('a'.repeat(300))).toBe(`${'a'.repeat(120)}.mp4`)
  expect(name('灯'.repeat(100))).toBe(`${'灯'.repeat(40)}.mp4`)
  const family = '👨‍👩‍👧'
  const long = name(family.repeat(20))
  expect(long).toBe(`${family.repeat(6)}.mp4`)
})

it('numbers equal names, also if only case or the encoding of an accent differs', () => {
  const taken = new Set<string>()
  const names = ['Été', 'été', 'E\u0301te\u0301', 'Été 2'].map((title) => nameFile(title, 'mp4', taken))
  expect(names).toEqual(['Été.mp4', 'été 2.mp4', 'Été 3.mp4', 'Été 2 2.mp4'])
})
