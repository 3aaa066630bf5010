/**
 * Popovers as browsers have them, as far as the app uses them: opened by their button and by script, closed by Escape, by a
 * press elsewhere and by script. The real ones are tried in tests/journeys/full/header.test.ts.
 */
const OPEN = 'data-popover-open'

export function installPopover() {
  const style = document.createElement('style')
  style.textContent = `[${OPEN}] { display: block !important }`
  document.head.append(style)

  const element = HTMLElement.prototype
  element.showPopover = function showPopover(this: HTMLElement) {
    setOpen(this, true)
  }
  element.hidePopover = function hidePopover(this: HTMLElement) {
    setOpen(this, false)
  }
  if (!installed) {
    const matches: (selectors: string) => boolean = element.matches
    Object.defineProperty(Element.prototype, 'matches', {
      configurable: true,
      value: function (this: Element, selectors: string) {
        return selectors === ':popover-open' ? this.hasAttribute(OPEN) : matches.call(this, selectors)
      },
    })
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeAll())
    document.addEventListener('pointerdown', (event) => closeAll(event.target))
  }
  installed = true
}

let installed = false

function onClick(event: MouseEvent) {
  const button = event.target instanceof Element ? event.target.closest('button[popovertarget]') : null
  const panel = document.getElementById(button?.getAttribute('popovertarget') ?? '')
  if (panel && !event.defaultPrevented) setOpen(panel, !panel.hasAttribute(OPEN))
}

/** Light dismiss: what was pressed inside an open panel, or on its button, leaves it open. */
function closeAll(pressed: EventTarget | null = null) {
  for (const panel of document.querySelectorAll<HTMLElement>(`[${OPEN}]`)) {
    const button = document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(panel.id)}"]`)
    if (pressed instanceof Node && (panel.contains(pressed) || button?.contains(pressed))) continue
    if (pressed === null && panel.contains(document.activeElement)) button?.focus()
    setOpen(panel, false)
  }
}

function setOpen(panel: HTMLElement, isOpen: boolean) {
  if (isOpen === panel.hasAttribute(OPEN)) return
  panel.toggleAttribute(OPEN, isOpen)
  panel.dispatchEvent(Object.assign(new Event('toggle'), { newState: isOpen ? 'open' : 'closed' }))
}
