import { describe, expect, it } from 'vitest'
import { isFragment } from '../../../tools/shape/docstrings.ts'
import { findLanguageFaults, startsWithVerb } from '../../../tools/shape/language.ts'

const DOCSTRING = '/**'
const messages = (source: string, file = 'a.tsx') => findLanguageFaults(file, source).map(({ message }) => message)

describe('isFragment', () => {
  it.each([
    'Of the page that is shown.',
    'For tests.',
    'As pg_cron on a hosted project.',
    'By id.',
    'What shows the page.',
    'Who may call.',
    'Whom the answer goes to.',
    'Where it ends, nothing is charged.',
    'How long it may take.',
    'Whether the call carries a secret.',
    'So that nothing is lost.',
    'To the floor.',
    'With sound.',
    'In place.',
    'Also on Escape.',
  ])('rejects: %s', (text) => {
    expect(isFragment(text)).toBe(true)
  })

  it.each([
    "A job's sort position.",
    'Returns the page of an address.',
    'For each block, the gain is measured.',
    'Without it the footer omits the link.',
    '`/pricing` for `/pricing/`.',
    '16:9 loops.',
  ])('accepts: %s', (text) => {
    expect(isFragment(text)).toBe(false)
  })
})

describe('findLanguageFaults', () => {
  it('judges the first sentence of a docstring and reports its line', () => {
    expect(
      findLanguageFaults(
        'a.ts',
        `const a = 1\n${DOCSTRING} Of one. It has more. */\n${DOCSTRING}\n * Makes\n * two.\n */\n`,
      ),
    ).toEqual([
      { kind: 'docstring', line: 2, message: 'write a docstring that stands alone, not "Of one. It has more."' },
    ])
  })

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
      { kind: 'word', line: 4, message: 'use email, not "e-mail"' },
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

  it('finds test names without a verb in front', () => {
    expect(messages("it('any other hash stays', () => {})")).toEqual([
      'begin the test\'s name with a verb, not "any other hash stays"',
    ])
    expect(messages("it.each([1])('%s stays', () => {})\ndescribe('any part', () => {})")).toHaveLength(1)
  })
})

describe('startsWithVerb', () => {
  it.each(['keeps other URL hashes', "doesn't ask twice", 'cannot be read by others'])('accepts: %s', (name) => {
    expect(startsWithVerb(name)).toBe(true)
  })

  it.each(['any other hash stays', 'this fails', '%s', 'jobs are listed', 'GET answers'])('rejects: %s', (name) => {
    expect(startsWithVerb(name)).toBe(false)
  })
})
