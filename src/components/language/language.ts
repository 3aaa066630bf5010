// Stores the language of the administrator's page and the debug page. The default is Chinese. The user's choice is
// saved in this browser.
import { readEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'
import { createStore } from '@/lib/store'

const ENTRY = 'language'

/** A value of the `lang` attribute. */
export type Language = 'zh-CN' | 'en'

/** The languages, each with its name in that language. */
export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: 'zh-CN', name: '中文' },
  { id: 'en', name: 'English' },
]

const known = s.oneOf('zh-CN', 'en')

export const language = createStore<Language>(readEntry(ENTRY, known) ?? 'zh-CN')

export function chooseLanguage(next: Language): void {
  writeEntry(ENTRY, next)
  language.set(next)
}
