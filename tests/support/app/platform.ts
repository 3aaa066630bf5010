import { installIntersectionObserver } from './intersection'
import { installPopover } from './popover'

/**
 * Installs browser features that the app uses and jsdom lacks. It runs before each test, because tests may replace some of them.
 */
export function installPlatform() {
  const dialog = HTMLDialogElement.prototype
  dialog.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true
    // jsdom has no `:modal` selector, so this marks the dialog.
    this.dataset.modal = ''
  }
  dialog.close = function close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    delete this.dataset.modal
    this.dispatchEvent(new Event('close'))
  }
  const media = HTMLMediaElement.prototype
  const playing = new WeakSet<HTMLMediaElement>()
  Object.defineProperty(media, 'paused', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return !playing.has(this)
    },
  })
  media.play = async function play(this: HTMLMediaElement) {
    playing.add(this)
    this.dispatchEvent(new Event('playing'))
  }
  media.pause = function pause(this: HTMLMediaElement) {
    if (!playing.delete(this)) return
    this.dispatchEvent(new Event('pause'))
  }
  const muted = new WeakMap<HTMLMediaElement, boolean>()
  Object.defineProperty(media, 'muted', {
    configurable: true,
    get(this: HTMLMediaElement) {
      return muted.get(this) ?? false
    },
    set(this: HTMLMediaElement, value: boolean) {
      const before = muted.get(this) ?? false
      muted.set(this, value)
      if (before !== value && this.isConnected) this.dispatchEvent(new Event('volumechange'))
    },
  })
  installIntersectionObserver()
  // Sizes never change in jsdom.
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  installPopover()
  // jsdom draws nothing.
  HTMLCanvasElement.prototype.getContext = () => null
  // jsdom animates nothing.
  Element.prototype.animate = () => ({ currentTime: 0, playbackRate: 1, cancel() {} }) as Animation
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList
  window.scrollTo = () => {}
  Element.prototype.scrollIntoView = () => {}
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
  Reflect.deleteProperty(navigator, 'connection')
}

export function askForLessMotion() {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('reduced-motion') }) as unknown as MediaQueryList
}

export function askForLessData() {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
}
