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
<p class="badge">Local stand-in, not Google</p>
<h1>Choose an account</h1>
<p>This page stands in for Google's account chooser. Nothing leaves your computer, and you don't need a password.</p>
<form method="post" action="/stand-ins/google/choose?${query}">
<input type="hidden" name="name" value="${DEMO_ACCOUNT.name}"><input type="hidden" name="email" value="${DEMO_ACCOUNT.email}">
<button class="account" type="submit"><span class="who">${DEMO_ACCOUNT.name}</span><span>${DEMO_ACCOUNT.email}</span><span class="credits">2,500 credits</span></button>
</form>
<details ${fault ? 'open' : ''}>
<summary>Use another account</summary>
<form method="post" action="/stand-ins/google/choose?${query}" class="other">
${fault ? html`<p class="fault" role="alert">${fault}</p>` : ''}
<label>Name <input name="name" value="${name}" autocomplete="name" required maxlength="100"></label>
<label>Email <input name="email" type="email" value="${email}" autocomplete="email" required maxlength="254"></label>
<button type="submit">Continue</button>
<p class="note">New accounts start with 0 credits. Add some with a simulated plan on /debug.</p>
</form>
</details>
<form method="post" action="/stand-ins/google/cancel?${query}"><button class="quiet" type="submit">Cancel</button></form>
</main>
</body>
</html>`
}

export const CHOOSER_CSS = `
:root { color-scheme: light; font-family: system-ui, sans-serif; line-height: 1.5; color: #1d2330; background: #eef0f4; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { box-sizing: border-box; width: min(26rem, 100vw); padding: 1.75rem; background: #fff; border: 1px solid #d5dae3; border-radius: .75rem; }
h1 { margin: .75rem 0 .25rem; font-size: 1.375rem; } p { margin: .25rem 0 1rem; }
.badge { display: inline-block; margin: 0; padding: .125rem .625rem; border: 1px dashed #9a5b00; border-radius: 99px; color: #8a4f00; background: #fff6e5; font-size: .8125rem; }
button { font: inherit; cursor: pointer; padding: .625rem 1rem; border: 1px solid #1d2330; border-radius: .5rem; background: #1d2330; color: #fff; }
.account { display: grid; width: 100%; gap: 0 1rem; grid-template-columns: 1fr auto; text-align: left; background: #fff; color: inherit; border-color: #b7bfcd; }
.account:hover, .account:focus-visible { border-color: #1d2330; background: #f6f7fa; } .who { font-weight: 600; } .account span { overflow-wrap: anywhere; } .credits { white-space: nowrap; font-size: .875rem; grid-area: 1 / 2 / span 2; align-self: center; font-variant-numeric: tabular-nums; }
details { margin: 1rem 0; border-top: 1px solid #e2e6ee; padding-top: 1rem; } summary { cursor: pointer; }
.other { display: grid; gap: .75rem; margin-top: .75rem; } label { display: grid; gap: .25rem; font-size: .875rem; } input { font: inherit; padding: .5rem .625rem; border: 1px solid #8c96a8; border-radius: .5rem; }
.quiet { background: none; border: 0; color: #47516a; padding: .25rem 0; text-decoration: underline; } .note { margin: 0; font-size: .875rem; color: #47516a; } .fault { margin: 0; color: #a51d1d; }
`
