{
  const clicked = new Set()
  const note = ({ target }) => {
    const button = target.closest?.('button')
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

  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), { crossOrigin: '', ...properties }))
  const code = document.currentScript.dataset.code?.split(' ') ?? []
  for (const href of code) add('link', { rel: 'modulepreload', href })
  if (code[0]) add('script', { type: 'module', src: code[0] })
}
