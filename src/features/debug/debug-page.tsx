import { LanguageSwitch } from '@/components/language/language-switch'
import { usePageLanguage } from '@/components/language/use-page-language'
import { PageMeta } from '@/components/page-meta'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { CreditActions } from './credit-actions'
import { SessionActions } from './session-actions'
import { SessionFacts } from './session-facts'
import { StorageFacts } from './storage-facts'
import { useTexts } from './texts/texts'
import { useStoredFacts } from './use-stored-facts'

/** Shows this browser's stored data. It shows that a token exists, but never the token. */
export function DebugPage() {
  const text = useTexts()
  const chosen = usePageLanguage()
  const { facts, readAgain } = useStoredFacts()
  return (
    <div lang={chosen} className="frame py-10 sm:py-14">
      <PageMeta title={formatTitle(text.title)} path={paths.debug} lang={chosen} noindex />
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div>
          <h1 className="text-title">{text.title}</h1>
          <p className="mt-3 text-soft">{text.intro}</p>
        </div>
        <LanguageSwitch />
      </div>
      <div className="mt-8 grid items-start gap-6 sm:mt-10 nav:grid-cols-2">
        <SessionFacts />
        <div className="grid gap-6">
          {/* The key discards messages in the other language. */}
          <SessionActions key={`session ${chosen}`} onDone={readAgain} />
          <CreditActions key={`credits ${chosen}`} onDone={readAgain} />
        </div>
        <StorageFacts facts={facts} onReadAgain={readAgain} />
      </div>
    </div>
  )
}
