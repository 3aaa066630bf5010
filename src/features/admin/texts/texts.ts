import { useStore } from '@/components/hooks/use-store'
import { type Language, language } from '@/components/language/language'
import { en } from './en'
import { type AdminTexts, zh } from './zh'

const TEXTS: Record<Language, AdminTexts> = { 'zh-CN': zh, en }

/**
 * Returns the texts for messages, in the current language. For text that stays on the page, use useTexts(), which
 * follows the language.
 */
export function getTexts(): AdminTexts {
  return TEXTS[language.get()]
}

export function useTexts(): AdminTexts {
  return TEXTS[useStore(language)]
}
