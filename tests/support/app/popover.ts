/**
 * Implements popovers as far as the app's tests use them: opened and closed by their button or by script. The focus
 * returns to the button.
 * tests/journeys/header.test.ts tests real popovers.
 */
const OPEN = 'data-popover-open'

export function installPopover() {
  const style = document.createElement('style')
  style.textContent = `[${OPEN}] { display: block !important }`
  document.head.append(style)
  HTMLElement.prototype.hidePopover = function hidePopover(this: HTMLElement) {
    turn(this, false)
  }
  HTMLElement.prototype.togglePopover = function togglePopover(this: HTMLElement, options) {
    if (!this.isConnected) throw new DOMException('Invalid on disconnected popover elements', 'InvalidStateError')
    const isOpen = typeof options === 'object' ? options.force : options
    turn(this, isOpen ?? !this.hasAttribute(OPEN))
    return this.hasAttribute(OPEN)
  }
  // Adding the same listener again has no effect.
  document.addEventListener('click', onClick)
}

function onClick(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button[popovertarget]') : null
  const popover = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  if (popover) turn(popover, button?.getAttribute('popovertargetaction') !== 'hide' && !popover.hasAttribute(OPEN))
}

function turn(popover: HTMLElement, isOpen: boolean) {
  if (popover.hasAttribute(OPEN) === isOpen) return
  const button = document.querySelector<HTMLElement>(`[popovertarget="${popover.id}"]`)
  if (!isOpen && popover.contains(document.activeElement)) button?.focus()
  const newState = isOpen ? 'open' : 'closed'
  popover.dispatchEvent(Object.assign(new Event('beforetoggle'), { newState }))
  popover.toggleAttribute(OPEN, isOpen)
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState }))
}
