import type { ReactNode } from 'react'
import { PageMeta } from '@/components/page-meta'
import { siteTitle } from '@/config/site-title'

interface PlainPageProps {
  title: string
  path: string
  noindex?: boolean
  heading: string
  children: ReactNode
}

/** A page of words: one heading, some text, a way onward. */
export function PlainPage({ title, path, noindex = false, heading, children }: PlainPageProps) {
  return (
    <article className="frame py-16 sm:py-24">
      <PageMeta title={siteTitle(title)} path={path} noindex={noindex} />
      <h1 className="max-w-4xl text-title">{heading}</h1>
      <div className="mt-6 grid max-w-prose justify-items-start gap-5 text-lg text-soft">{children}</div>
    </article>
  )
}
