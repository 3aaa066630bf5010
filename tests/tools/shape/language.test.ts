import { describe, expect, it } from 'vitest'
import { findLanguageFaults } from '../../../tools/shape/language.ts'

const DOCSTRING = '/**'
const messages = (source: string, file = 'a.tsx') => findLanguageFaults(file, source).map(({ message }) => message)

describe('findLanguageFaults', () => {
  it.each([
    ['a comment', '// Moves towards the end.'],
    ['a docstring', `${DOCSTRING} Moves towards the end. */`],
    ['a string', "const a = 'Moves towards the end.'"],
    ['a template', 'const a = `Moves\\n towards the end.`'],
    ['the text of an element', 'const a = <p>Moves <b>now</b> towards the end.</p>'],
    ['an attribute', 'const a = <p title="Moves towards the end." />'],
    ['a test name', "it('moves towards the end', () => {})"],
  ])('finds a house word in %s', (_place, source) => {
    expect(messages(source)).toEqual(['use toward, not "towards"'])
  })

  it('finds a house word in a document and reports its line', () => {
    expect(findLanguageFaults('docs/a.md', '# A\n\nSend\nan e-mail.\n')).toEqual([
      { line: 4, message: 'use email, not "e-mail"' },
    ])
  })

  it.each([
    ['names in the code', 'const towards = film.grey'],
    ['codes', "if (status === 'cancelled') stop()"],
    ['codes of other services', "if (word === 'CANCELLED') stop()"],
    ['quoted words', "const a = `update jobs set status = 'cancelled'`"],
    ['the remainder of a division', 'const a = 50 % b'],
    ['a header', "const a = 'a Retry-After header'"],
  ])('ignores house words in %s', (_place, source) => {
    expect(messages(source)).toEqual([])
  })

  it('ignores the code in a document', () => {
    expect(messages('Run `film towards`.\n\n```sh\ncat e-mail\n```\n\n[a](film.md)\n', 'a.md')).toEqual([])
  })
})
