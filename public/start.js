// What a page does before its code is there (build/prerender.ts names this file in every page).
// It runs when the style sheets have arrived and fetches the code then: before, it would take the line from them, and the page
// would be seen later. What is clicked meanwhile is noted, and done when the app has taken the page over
// (src/app/replay-early-clicks.ts). Links, menus, questions and choices need no code: the browser does them at once.
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

  const [entry, ...imported] = document.currentScript.dataset.code?.split(' ') ?? []
  for (const href of imported) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  }
  if (entry) {
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: entry }))
  }
}
