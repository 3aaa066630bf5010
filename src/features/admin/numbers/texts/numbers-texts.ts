import { useStore } from '@/components/hooks/use-store'
import { type Language, language } from '@/components/language/language'
import { en } from './en'
import { type NumbersTexts, zh } from './zh'

const TEXTS: Record<Language, NumbersTexts> = { 'zh-CN': zh, en }

/** Returns the texts of the numbers page, in the current language. */
export function useNumbersTexts(): NumbersTexts {
  return TEXTS[useStore(language)]
}
