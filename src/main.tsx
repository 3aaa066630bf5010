import '@/styles/main.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Pages } from '@/app/navigation/pages'
import { loadGoogle, Providers } from '@/app/providers'
import { findPage, loadPage, toPlainPath } from '@/app/router'
import { env } from '@/config/env'
import { isLoginPopup, paths } from '@/config/paths'
import { allowTranslation } from '@/lib/browser/translated-page'
import { createServices } from '@/lib/services'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

allowTranslation()
// A host may answer any address with the home page's file: only the requested page is hydrated. A redirect back from the
// sign-in shows another page than the file holds.
const { search, hash } = window.location
const pathname = toPlainPath(window.location.pathname)
if (pathname !== window.location.pathname) window.history.replaceState(null, '', pathname + search + hash)
const isReturn = pathname === paths.login && search + hash !== ''
const isFromFile = root.dataset.page === findPage(pathname) && !isReturn

// Without its code the app tries again, and says what is wrong.
const page = loadPage(pathname, isFromFile).then(
  () => true,
  () => false,
)
const [isLoaded, google] = await Promise.all([page, loadGoogle()])

const app = (
  <StrictMode>
    <Providers services={createServices(env)} isLoginPopup={isLoginPopup(window.location)} google={google}>
      <BrowserRouter useTransitions={false}>
        <Pages />
      </BrowserRouter>
    </Providers>
  </StrictMode>
)

// Hydrates in a transition, so that the page keeps scrolling and responding.
if (isLoaded && isFromFile) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
