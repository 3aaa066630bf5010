// The first code of every page (vite/prerender.ts).
{
  // Whatever asked for the page's layout before the style sheet arrived, such as a browser extension, made Chromium 156
  // show the unstyled form for a tenth of a second. This discards that layout. There usually is none, so it costs nothing.
  const root = document.documentElement
  root.hidden = true
  root.getBoundingClientRect()
  root.hidden = false

  // What is clicked in a part of the page until the part has its code, for src/app/early-clicks.tsx.
  const PARTS = 'main, [data-late]'
  const clicked = []
  const running = new WeakSet()
  const note = ({ target }) => {
    const button = target.closest?.('button:not([popovertarget], [data-clicked])')
    const part = button?.closest(PARTS)
    if (!part || running.has(part)) return
    button.dataset.clicked = ''
    clicked.push({ part, button, place: [...part.querySelectorAll('button')].indexOf(button) })
  }
  document.addEventListener('click', note, true)
  window.takeEarlyClicks = (part) => {
    running.add(part)
    const open = clicked.filter((one) => one.part === part && 'clicked' in one.button.dataset)
    // A part that is rendered again has the same buttons in the same order.
    return open.map(({ button, place }) => (button.isConnected ? button : part.querySelectorAll('button')[place]))
  }

  // Nobody is signed in where neither a session nor a user is stored: parts for visitors show at once (`visitor:`).
  let keys = []
  try {
    keys = Object.keys(localStorage)
  } catch {}
  if (!keys.some((key) => /^(user|sb-.*-auth-token)$/.test(key))) root.dataset.visitor = ''

  // The page's code, which would have held up the style sheet.
  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), { crossOrigin: '', ...properties }))
  const code = document.currentScript.dataset.code?.split(' ') ?? []
  for (const href of code) add('link', { rel: 'modulepreload', href })
  if (code[0]) add('script', { type: 'module', src: code[0] })
}
