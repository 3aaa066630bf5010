import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { env } from '@/config/env'
import { LEGAL_LINKS, NAVIGATION_LINKS } from '@/config/navigation'
import { paths } from '@/config/paths'
import { Logo } from './logo'

const linkClass =
  'inline-block py-1.5 text-soft transition-colors duration-150 hover:text-text pointer-coarse:min-w-11 pointer-coarse:py-3'

export function Footer() {
  return (
    <footer className="mt-12 sm:mt-16">
      <div className="frame @container">
        <div aria-hidden="true" className="ruler h-3.5" />
        <div className="grid grid-cols-2 gap-x-10 gap-y-8 py-10 @max-3xs:grid-cols-1 nav:grid-cols-[2fr_1fr_1fr_1.4fr]">
          <div className="col-span-full nav:col-span-1">
            <Logo />
            <p className="mt-4 max-w-xs text-sm text-soft">Turn a prompt or an image into a short video with sound.</p>
          </div>
          <nav aria-labelledby="footer-platform" className="text-sm">
            <h2 id="footer-platform" className="mb-2 wide text-text">
              Platform
            </h2>
            <ul>
              {NAVIGATION_LINKS.map(
                ({ to, footerLabel }) =>
                  footerLabel && (
                    <li key={to}>
                      <Link to={to} className={linkClass}>
                        {footerLabel}
                      </Link>
                    </li>
                  ),
              )}
            </ul>
          </nav>
          <nav aria-labelledby="footer-legal" className="text-sm">
            <h2 id="footer-legal" className="mb-2 wide text-text">
              Legal
            </h2>
            <ul>
              {LEGAL_LINKS.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} target="_blank" rel="noopener" className={linkClass}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="col-span-full text-sm nav:col-span-1">
            <h2 className="mb-2 wide text-text">Contact</h2>
            <a href={`mailto:${env.contactEmail}`} className={`${linkClass} max-w-full break-all`}>
              {env.contactEmail}
            </a>
          </div>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-hairline py-6 text-sm text-soft">
          <Copyright />
          <Link to={paths.home} className={linkClass}>
            Back to Home
          </Link>
        </div>
      </div>
    </footer>
  )
}

/** Renders the year again in the browser, because a prerendered page may be from last year. */
function Copyright() {
  const [isRunning, setIsRunning] = useState(false)
  useEffect(() => setIsRunning(true), [])
  return (
    <p key={String(isRunning)} suppressHydrationWarning>
      {`© ${new Date().getFullYear()} ${env.siteName}`}
    </p>
  )
}
