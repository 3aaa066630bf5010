// A page stands before its code is there. What is pressed until then is noted here, and done when the app has taken the page
// over (src/app/replay-early-presses.ts). Links, menus, questions and choices need no code: the browser does them at once.
{
  const pressed = new Set()
  const note = ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button || button.popoverTargetElement || button.commandForElement) return
    button.dataset.pressed = ''
    pressed.add(button)
  }
  document.addEventListener('click', note, true)
  window.takeEarlyPresses = () => {
    document.removeEventListener('click', note, true)
    const buttons = [...pressed]
    pressed.clear()
    return buttons
  }
}
