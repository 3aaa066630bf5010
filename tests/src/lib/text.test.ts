// @vitest-environment node
import { expect, it } from 'vitest'
import { foldText } from '@/lib/text'

it.each(['Café', 'ÅNGSTRÖM', '한국어', 'ガ'])('makes each form and case of %s the same text', (text) => {
  const forms = [text, text.normalize('NFD'), text.normalize('NFC'), text.normalize('NFD').toUpperCase()]
  expect(new Set(forms.map(foldText)).size).toBe(1)
})

it('keeps letters with and without an accent apart', () => {
  expect(foldText('Cafe')).not.toBe(foldText('Café'))
})
