import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Reveal } from '@/features/effects/asmr/reveal'
import { showInWindow } from '../../../support/app/intersection'

const state = () => screen.getByText('Words').getAttribute('data-shown')
const show = (ratio: number) => act(() => showInWindow(screen.getByText('Words'), ratio))

it('is shown from the first time its threshold is in view', () => {
  render(<Reveal threshold={0.3}>Words</Reveal>)
  expect(state()).toBe('false')
  show(0.2)
  expect(state()).toBe('false')
  show(0.3)
  expect(state()).toBe('true')
  show(0)
  expect(state()).toBe('true')
})

it('shows a section at a twentieth of it', () => {
  render(<Reveal>Words</Reveal>)
  show(0.04)
  expect(state()).toBe('false')
  show(0.05)
  expect(state()).toBe('true')
})

it('is not taken away again from somebody who sees it already', () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, window.innerHeight - 40, 300, 400),
  )
  render(<Reveal threshold={0.3}>Words</Reveal>)
  expect(state()).toBe('true')
})

it("is there in a page's file, before any code could show it", () => {
  expect(renderToString(<Reveal>Words</Reveal>)).toContain('data-shown="true"')
})

it('is simply there where a browser cannot tell what is in view', () => {
  Reflect.deleteProperty(window, 'IntersectionObserver')
  render(<Reveal>Words</Reveal>)
  expect(state()).toBe('true')
})
