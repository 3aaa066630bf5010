// A page stands before its code is there. What is clicked until then is noted here, and done when the app has taken the page
// over (src/app/replay-early-clicks.ts). Links, menus, questions and choices need no code: the browser does them at once.
{
  const clicked = new Set()
  const note = ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button || button.popoverTargetElement || button.commandForElement) return
    button.dataset.clicked = ''
    clicked.add(button)
  }
  document.addEventListener('click', note, true)
  window.takeEarlyClicks = () => {
    document.removeEventListener('click', note, true)
    const buttons = [...clicked]
    clicked.clear()
    return buttons
  }
}
