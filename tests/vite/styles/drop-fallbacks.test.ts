import { parse } from 'postcss'
import { expect, it } from 'vitest'
import { dropFallbacks } from '../../../vite/styles/drop-fallbacks.ts'

function drop(css: string): string {
  const sheet = parse(css)
  dropFallbacks(sheet)
  return sheet.toString()
}

it('puts a mixed color in the place of the one for older browsers', () => {
  const test = '@supports (color:color-mix(in lab, red, red))'
  const css = `.a{color:#0009;top:0}.b{top:0}${test}{.a{color:color-mix(in oklab, var(--ink) 60%, transparent)}}`
  expect(drop(css)).toBe('.a{top:0;color:color-mix(in oklab, var(--ink) 60%, transparent)}.b{top:0}')
  expect(() => drop(`.b{top:0}${test}{.a{color:red}}`)).toThrow('.a')
})

it('keeps other tests', () => {
  const css = '@supports (animation-timeline:view()){.a{top:0}}'
  expect(drop(css)).toBe(css)
})

it('writes a length with its unit, as calc() needs it', () => {
  const css = '.a{top:calc(1px + var(--x))}@property --x{syntax:"<length>";inherits:false;initial-value:0}'
  expect(drop(css)).toBe('.a{top:calc(1px + 0px)}')
})

it('writes the first value of a registered variable where no rule sets it', () => {
  const css =
    '@layer properties{@supports (a:b){*{--x:0}}}.a{--y:1px;box-shadow:var(--x),var(--y),var(--z,)}' +
    '@property --x{syntax:"*";inherits:false;initial-value:0 0 #0000}@property --z{syntax:"*";inherits:false}'
  const kept = '@property --y{syntax:"*";inherits:false;initial-value:0}'
  expect(drop(css + kept)).toBe(`.a{--y:1px;box-shadow:0 0 #0000,var(--y),var(--z,)}${kept}`)
})
