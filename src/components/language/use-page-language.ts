import { useLayoutEffect } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { type Language, language } from './language'

/**
 * Returns the page's language, and sets it on the document while the page is shown. The header and footer stay English.
 */
export function usePageLanguage(): Language {
  const chosen = useStore(language)
  useLayoutEffect(() => {
    const html = document.documentElement
    const root = document.getElementById('root')
    html.lang = chosen
    root?.setAttribute('lang', 'en')
    return () => {
      html.lang = 'en'
      root?.removeAttribute('lang')
    }
  }, [chosen])
  return chosen
}
