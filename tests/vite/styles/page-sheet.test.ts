import { expect, it } from 'vitest'
import { writePageSheet } from '../../../vite/styles/page-sheet.ts'

const SHEET =
  '@layer utilities{.flex{display:flex}.p-4{padding:1rem}.\\32 xl\\:p-4{padding:1rem}' +
  ':is(:where(.group):hover .group-hover\\:flex){display:flex}' +
  '@media (width>=40rem){.sm\\:p-4{padding:1rem}}' +
  '@media (width>=64rem){@supports (top:0){.lg\\:p-\\[min\\(1rem\\,4vw\\)\\]{padding:min(1rem,4vw)}}}}'

it('keeps the rules whose class the HTML or the code names, in their order', () => {
  const texts = ['<p class="2xl:p-4 flex">', 'const a=`lg:p-[min(1rem,4vw)]`']
  expect(writePageSheet(SHEET, texts)).toBe(
    '@layer utilities{.flex{display:flex}.\\32 xl\\:p-4{padding:1rem}' +
      '@media (width>=64rem){@supports (top:0){.lg\\:p-\\[min\\(1rem\\,4vw\\)\\]{padding:min(1rem,4vw)}}}}',
  )
})

it('does not take a part of a longer class for the class', () => {
  const sheet = writePageSheet(SHEET, ['<p class="sm:p-4 inline-flex p-4.5">', '"-flex"'])
  expect(sheet).toBe('@layer utilities{@media (width>=40rem){.sm\\:p-4{padding:1rem}}}')
})

it('keeps a layer without rules, because the order of layers is that of their first mention', () => {
  const sheet = writePageSheet('@layer components{.menu{top:0}}@layer utilities{.flex{display:flex}}', ['"flex"'])
  expect(sheet).toBe('@layer components{}@layer utilities{.flex{display:flex}}')
})
