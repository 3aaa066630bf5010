// The first code of every page (vite/prerender.ts).
{
  // What is clicked until the app is there, for src/app/replay-early-clicks.ts.
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

  // Nobody is signed in where neither a session nor a user is stored: parts for visitors show at once (`visitor:`).
  let keys = []
  try {
    keys = Object.keys(localStorage)
  } catch {}
  if (!keys.some((key) => /^(user|sb-.*-auth-token)$/.test(key))) document.documentElement.dataset.visitor = ''

  // The page's code, which would have held up the style sheet.
  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), { crossOrigin: '', ...properties }))
  const code = document.currentScript.dataset.code?.split(' ') ?? []
  for (const href of code) add('link', { rel: 'modulepreload', href })
  if (code[0]) add('script', { type: 'module', src: code[0] })
}
