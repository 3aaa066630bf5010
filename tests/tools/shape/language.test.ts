import { expect, it } from 'vitest'
import { findLanguageFaults } from '../../../tools/shape/language.ts'

it.each([
  ['a comment', '// Sends an e-mail.', 'use email, not "e-mail"'],
  ['a text', "const text = 'Your colour'", 'use color, not "colour"'],
  ['a declared name', 'function readAnswer() {}', 'use Response, not "readAnswer"'],
])("finds a word that the project doesn't use in %s", (_, source, message) => {
  expect(findLanguageFaults('a.ts', source)).toEqual([{ line: 1, message }])
})

it.each([
  ['a code in quotes', "const status = 'cancelled'"],
  ['a name that another library declares', 'call(headers.colour)'],
])('accepts a refused word in %s', (_, source) => {
  expect(findLanguageFaults('a.ts', source)).toEqual([])
})
