import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { findButton, getVideo, openPlayer } from '../../../support/app/player'
import { loadVideoElement } from '../../../support/app/video-element'

it("plays, seeks, steps, and sets sound and speed by the player's keys", async () => {
  const user = userEvent.setup()
  await openPlayer({ hasSound: true })
  loadVideoElement(getVideo(), { at: 4 })
  act(() => screen.getByRole('group', { name: 'Player' }).focus())
  const at = () => getVideo().currentTime
  await user.keyboard(' ')
  expect(getVideo().paused).toBe(true)
  await user.keyboard('k')
  expect(getVideo().paused).toBe(false)
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(at()).toBe(5)
  await user.keyboard('.')
  expect(at()).toBeCloseTo(5 + 1 / 24)
  expect(getVideo().paused).toBe(true)
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(at()).toBeCloseTo(5)
  await user.keyboard('{End}')
  expect(at()).toBeCloseTo(7.95)
  await user.keyboard('{ArrowRight}')
  expect(at()).toBeCloseTo(7.95)
  await user.keyboard('{Home}{ArrowLeft}')
  expect(at()).toBe(0)
  await user.keyboard('m')
  expect(getVideo().muted).toBe(true)
  await user.keyboard('{ArrowUp}')
  expect(getVideo()).toMatchObject({ muted: false, volume: 0.1 })
  await user.keyboard('{ArrowDown}')
  expect(getVideo().muted).toBe(true)
  await user.keyboard('>>>')
  expect(getVideo().playbackRate).toBe(2)
  await user.keyboard('<')
  expect(getVideo().playbackRate).toBe(1.5)
  expect(screen.getByRole('combobox', { name: 'Playback speed' })).toHaveValue('1.5')
})

it("applies a seek by key once the video's duration is known", async () => {
  const user = userEvent.setup()
  await openPlayer()
  act(() => screen.getByRole('group', { name: 'Player' }).focus())
  await user.keyboard('{End}{ArrowLeft}')
  loadVideoElement(getVideo())
  expect(getVideo().currentTime).toBeCloseTo(6.95)
})

it('shows a playback speed that the browser set, and steps from that speed to the next', async () => {
  await openPlayer()
  const user = userEvent.setup()
  const speed = await screen.findByRole('combobox', { name: 'Playback speed' })
  const set = (rate: number) => {
    getVideo().playbackRate = rate
    fireEvent(getVideo(), new Event('ratechange'))
  }
  set(1.25)
  expect(speed).toHaveValue('1.25')
  const shown = Array.from(speed.children, ({ textContent }) => textContent)
  expect(shown.join()).toBe('0.25×,0.5×,1×,1.25×,1.5×,2×')
  speed.closest<HTMLElement>('.player')?.focus()
  await user.keyboard('>')
  expect(getVideo().playbackRate).toBe(1.5)
  set(1.25)
  await user.keyboard('<')
  expect(getVideo().playbackRate).toBe(1)
})

it('ignores player keys on buttons, list, and volume, and leaves browser shortcuts to the browser', async () => {
  await openPlayer({ hasSound: true })
  loadVideoElement(getVideo(), { at: 4 })
  const press = (element: Element, key: string, more = {}) => fireEvent.keyDown(element, { key, ...more })
  expect(press(await findButton('Full screen'), ' ')).toBe(true)
  expect(press(screen.getByRole('combobox'), 'ArrowDown')).toBe(true)
  expect(press(screen.getByRole('slider', { name: 'Volume' }), 'ArrowLeft')).toBe(true)
  expect(press(getVideo(), 'f', { ctrlKey: true })).toBe(true)
  expect(press(getVideo(), 'x')).toBe(true)
  expect(getVideo()).toMatchObject({ currentTime: 4, paused: false, volume: 1 })
  // The timeline is a slider, which uses the up and down keys itself.
  expect(press(screen.getByRole('slider', { name: 'Seek' }), 'ArrowDown')).toBe(false)
  expect(getVideo()).toMatchObject({ currentTime: 3, volume: 1 })
})

it('leaves the sound of a silent video unchanged by keys and buttons', async () => {
  await openPlayer()
  expect(await findButton('No sound')).toBeDisabled()
  expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument()
  expect(fireEvent.keyDown(getVideo(), { key: 'm' })).toBe(true)
  expect(getVideo().muted).toBe(false)
})
