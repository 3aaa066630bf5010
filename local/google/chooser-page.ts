import { html } from 'hono/html'
import { DEMO_ACCOUNT } from './accounts.ts'

export interface ChooserForm {
  /** The query of this sign-in. Every form repeats it, so the server needs no state. */
  query: string
  name: string
  email: string
  fault: string | null
}

/** Builds the account page. The page says that it is a stand-in, so nobody mistakes it for Google's. */
export function buildChooserPage({ query, name, email, fault }: ChooserForm) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account (local stand-in)</title>
<link rel="stylesheet" href="/stand-ins/google/chooser.css">
</head>
<body>
<main>
<p class="bar"><span class="mark" aria-hidden="true">S</span>Sign in with an account <span class="badge">Local stand-in, not Google</span></p>
<h1>Choose an account</h1>
<p class="to">to continue to <strong>${process.env.VITE_SITE_NAME || 'Soundreel'}</strong></p>
<div class="list">
<form method="post" action="/stand-ins/google/choose?${query}">
<input type="hidden" name="name" value="${DEMO_ACCOUNT.name}"><input type="hidden" name="email" value="${DEMO_ACCOUNT.email}">
<button class="row" type="submit"><span class="letter" data-letter="${DEMO_ACCOUNT.name[0]}" aria-hidden="true"></span><span class="who"><strong>${DEMO_ACCOUNT.name}</strong><span>${DEMO_ACCOUNT.email}</span></span><span class="credits">2,500 credits</span></button>
</form>
<details ${fault ? 'open' : ''}>
<summary class="row"><span class="letter plain" data-letter="+" aria-hidden="true"></span><span class="who">Use another account</span></summary>
<form method="post" action="/stand-ins/google/choose?${query}" class="other">
${fault ? html`<p class="fault" role="alert">${fault}</p>` : ''}
<label>Name <input name="name" value="${name}" autocomplete="name" required maxlength="100"></label>
<label>Email <input name="email" type="email" value="${email}" autocomplete="email" required maxlength="254"></label>
<button class="next" type="submit">Continue</button>
<p class="note">New accounts start with 0 credits. Add some with a simulated plan on /debug.</p>
</form>
</details>
</div>
<p class="note">This page stands in for Google's account chooser. Nothing leaves your computer, and you don't need a password.</p>
<form method="post" action="/stand-ins/google/cancel?${query}"><button class="quiet" type="submit">Cancel</button></form>
</main>
</body>
</html>`
}

export const CHOOSER_CSS = `
:root { color-scheme: light; font-family: system-ui, sans-serif; line-height: 1.5; color: #1f2329; background: #f0f4f9; }
* { box-sizing: border-box; } body { margin: 0; display: grid; min-height: 100vh; place-items: center; } p { margin: 0; }
main { width: min(28rem, 100vw); padding: 1.25rem 1.75rem 1.5rem; background: #fff; border-radius: 1.75rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .625rem; margin: 0 -1.75rem; padding: 0 1.75rem 1rem; border-bottom: 1px solid #dde3ea; font-size: .875rem; color: #444b57; }
.mark { display: grid; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: .5rem; background: #07090f; color: #ffb454; font-weight: 700; }
.badge { margin-left: auto; padding: .125rem .625rem; border: 1px dashed #9a5b00; border-radius: 99px; color: #8a4f00; background: #fff6e5; font-size: .8125rem; }
h1 { margin: 1.5rem 0 .25rem; font-size: 1.75rem; font-weight: 400; line-height: 1.2; } .to { margin-bottom: 1.25rem; }
.list { margin: 0 -1.75rem 1.25rem; border-block: 1px solid #dde3ea; } details { border-top: 1px solid #dde3ea; }
button { font: inherit; cursor: pointer; }
.row { display: flex; align-items: center; gap: .875rem; width: 100%; min-height: 4rem; padding: .5rem 1.75rem; border: 0; background: none; color: inherit; text-align: left; list-style: none; cursor: pointer; } .row::-webkit-details-marker { display: none; }
.row:hover { background: #f0f4f9; } :focus-visible { outline: 2px solid #0b57d0; outline-offset: -2px; }
.letter { display: grid; flex: none; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; background: #5b3fa8; color: #fff; font-size: 1.125rem; } .letter::before { content: attr(data-letter); } .plain { border: 1px solid #747b86; background: none; color: #444b57; }
.who { flex: 1; min-width: 0; overflow-wrap: anywhere; } .who strong, .who span { display: block; font-weight: 500; } .who span { font-size: .875rem; font-weight: 400; color: #444b57; } .credits { font-size: .875rem; white-space: nowrap; color: #444b57; font-variant-numeric: tabular-nums; }
.other { display: grid; gap: .875rem; padding: .25rem 1.75rem 1.25rem; } label { display: grid; gap: .25rem; font-size: .875rem; } input { font: inherit; min-height: 2.75rem; padding: .375rem .75rem; border: 1px solid #747b86; border-radius: .375rem; }
.next { justify-self: end; min-height: 2.75rem; padding: 0 1.5rem; border: 0; border-radius: 99px; background: #0b57d0; color: #fff; }
.quiet { min-height: 2.75rem; padding: 0; border: 0; background: none; color: #0b57d0; } .note { font-size: .8125rem; color: #444b57; } .fault { color: #a51d1d; }
`
