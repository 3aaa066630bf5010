import '@/styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { loadGoogle, Providers } from '@/app/providers'
import { findPage, loadPage, Pages } from '@/app/router'
import { env } from '@/config/env'
import { isLoginPopup, paths, toPlainPath } from '@/config/paths'
import { hideComposingKeys } from '@/lib/browser/composition'
import { allowTranslation } from '@/lib/browser/translated-page'
import { createServices } from '@/lib/services'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

allowTranslation()
hideComposingKeys()
// A host may serve the home page's file for any address, so only hydrate the file's own page. A redirect back from
// sign-in shows another page than the file's.
const { search, hash } = window.location
const pathname = toPlainPath(window.location.pathname)
if (pathname !== window.location.pathname) window.history.replaceState(null, '', pathname + search + hash)
const isReturn = pathname === paths.login && search + hash !== ''
const page = findPage(pathname)
const isFromFile = page !== undefined && root.dataset.page === page && !isReturn

// Until the code loads, the prerendered text stays. A page whose code can't load renders its own error and tries again.
// Hydrating it would cause React's error 422.
const code = loadPage(pathname, isFromFile).then(
  () => true,
  () => false,
)
const [isLoaded, google] = await Promise.all([code, loadGoogle()])

const app = (
  <StrictMode>
    <Providers services={createServices(env)} isLoginPopup={isLoginPopup(window.location)} google={google}>
      {/* The address changes at once, because Pages defers the page. */}
      <BrowserRouter useTransitions={false}>
        <Pages />
      </BrowserRouter>
    </Providers>
  </StrictMode>
)

// Hydrates in a transition, so that the page keeps scrolling and responding.
if (isLoaded && isFromFile) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
