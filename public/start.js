{
  const clicked = []
  const note = ({ target }) => {
    const button = target.closest?.('button:not([popovertarget], [data-clicked])')
    if (!button) return
    button.dataset.clicked = ''
    clicked.push(button)
  }
  document.addEventListener('click', note, true)
  window.takeEarlyClicks = () => {
    document.removeEventListener('click', note, true)
    return clicked.splice(0)
  }

  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), { crossOrigin: '', ...properties }))
  const code = document.currentScript.dataset.code?.split(' ') ?? []
  for (const href of code) add('link', { rel: 'modulepreload', href })
  if (code[0]) add('script', { type: 'module', src: code[0] })
}
