// Maps keys to player actions. Space or K: play. Left and Right: one second, with Shift one frame. Comma and period:
// one frame. Home and End: start and end. Up and Down: volume. M: mute. F: full screen. < and >: speed.
import type { Actions } from './actions'

/** The length of a frame in seconds. Videos have at least 24 frames per second. */
const FRAME_SECONDS = 1 / 24

const KEYS: Readonly<Record<string, (actions: Actions, hasShift: boolean) => unknown>> = {
  ' ': ({ toggle }) => toggle(),
  k: ({ toggle }) => toggle(),
  arrowleft: ({ seekBy, toFrame }, hasShift) => (hasShift ? toFrame(-FRAME_SECONDS) : seekBy(-1)),
  arrowright: ({ seekBy, toFrame }, hasShift) => (hasShift ? toFrame(FRAME_SECONDS) : seekBy(1)),
  ',': ({ toFrame }) => toFrame(-FRAME_SECONDS),
  '.': ({ toFrame }) => toFrame(FRAME_SECONDS),
  home: ({ toStart }) => toStart(),
  end: ({ toEnd }) => toEnd(),
  arrowup: ({ volumeBy }) => volumeBy(1),
  arrowdown: ({ volumeBy }) => volumeBy(-1),
  m: ({ toggleSound }) => toggleSound(),
  f: ({ toggleFullScreen }) => toggleFullScreen(),
  '<': ({ rateBy }) => rateBy(-1),
  '>': ({ rateBy }) => rateBy(1),
}

const SOUND_KEYS = ['m', 'arrowup', 'arrowdown']

/** Handles the player's keys, except keys that a focused button, list, or volume slider needs. */
export function onPlayerKey(event: KeyboardEvent, actions: Actions, hasSound: boolean): void {
  const { target, ctrlKey, metaKey, altKey, shiftKey } = event
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return
  const key = event.key.toLowerCase()
  const act = KEYS[key]
  if (!act || (!hasSound && SOUND_KEYS.includes(key))) return
  if (target.matches('select') || (key === ' ' && target.matches('button'))) return
  const isMove = key.startsWith('arrow') || key === 'home' || key === 'end'
  if (isMove && target.matches('.player-volume')) return
  event.preventDefault()
  // On the seek bar, Up and Down also seek, because it is a slider.
  if (target.matches('.scrubber') && key === 'arrowup') return void actions.seekBy(1)
  if (target.matches('.scrubber') && key === 'arrowdown') return void actions.seekBy(-1)
  act(actions, shiftKey)
}
