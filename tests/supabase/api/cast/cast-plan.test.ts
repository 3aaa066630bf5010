// The plan of what a job sends of the members that its prompt names, without a server.
import { describe, expect, it } from 'vitest'
import {
  findNamedMembers,
  findVoiceMember,
  mayNameMember,
  type PlannedMember,
  planCastReferences,
  updateNames,
  writePrompt,
} from '../../../../supabase/functions/_shared/contract/cast-plan.ts'

const build = (name: string, more: Partial<PlannedMember> = {}): PlannedMember => ({
  id: name.toLowerCase(),
  kind: 'character',
  name,
  note: '',
  images: [1, 2, 3].map((number) => ({ id: `${name} ${number}` })),
  voice: null,
  ...more,
})
const MARA = build('Mara', { note: 'A diver' })
const LEE = build('Mara Lee')
const PIER = build('The pier', { kind: 'place', note: 'At dawn' })
const INK = build('Ink', { kind: 'style' })
const ALL = [MARA, LEE, PIER, INK]
const ROLES = ['character', 'object', 'style'] as const

describe('names in a prompt', () => {
  it.each<[prompt: string, names: string[]]>([
    ['@Mara waves', ['Mara']],
    ['@MARA waves at @mara', ['Mara']],
    ['(@Mara), @the Pier!', ['Mara', 'The pier']],
    ['@The pier, then @Mara', ['The pier', 'Mara']],
    ['@Mara Lee waves', ['Mara Lee']],
    ['@Mara  Lee waves', ['Mara Lee']],
    ['@Mara Leeds waves', ['Mara']],
    ["@Mara's hat", ['Mara']],
    ['@Mara-Ann waves', ['Mara']],
    ['@@Mara', ['Mara']],
    ['@Maria', []],
    ['@mara_fan', []],
    ['@Mara1', []],
    ['Mara waves', []],
    ['mail me@mara', []],
    ['_@Mara_', []],
    ['@ Mara', []],
    ['@Ma\u200bra', []],
    ['＠Mara', []],
  ])('finds in "%s"', (prompt, names) => {
    expect(findNamedMembers(prompt, ALL).map(({ name }) => name)).toEqual(names)
  })

  it.each<[name: string, prompt: string]>([
    ['Zoé', '@Zoe\u0301 waves'],
    ['한국', `@${'한국'.normalize('NFD')}`],
    ['मीरा', '@मीरा, walk'],
    ['مُنى', 'أرى @مُنى'],
    ['O’Neil', "@O'Neil waves"],
    ["O'Neil", '@O’NEIL waves'],
    ['007', '@007.'],
    ['Σοφός', '@ΣΟΦΌΣ'],
  ])('finds %s', (name, prompt) => {
    expect(findNamedMembers(prompt, [build(name)])).toHaveLength(1)
  })

  it('finds a name only as a whole', () => {
    expect(findNamedMembers('@Zoé', [build('Zoe')])).toEqual([])
    expect(findNamedMembers('@मीरा', [build('मीर')])).toEqual([])
  })

  it('tells whether a prompt may name a member', () => {
    expect(['@M', 'a @é', '(@7)', "@'x"].map(mayNameMember)).toEqual([true, true, true, true])
    expect(['', 'me@mara', '@', '@ Mara', '@🌊', '_@a'].map(mayNameMember)).toEqual(Array(6).fill(false))
  })

  it('writes the names that members have now, and the name of a deleted one without an @', () => {
    const cast = [
      { name: 'Mara', currentName: 'Ben' },
      { name: 'Ben', currentName: 'Mara' },
      { name: 'Ink', currentName: null },
    ]
    expect(updateNames('@mara and @Ben in @Ink, @Nobody', cast)).toBe('@Ben and @Mara in Ink, @Nobody')
    expect(updateNames('@Mara', [])).toBe('@Mara')
  })
})

describe('references', () => {
  const plan = (...given: Parameters<typeof planCastReferences<PlannedMember>>) =>
    planCastReferences(...given).map(({ image, role }) => `${image} ${role}`)

  it("sends each member's first image before any second one, and keeps a member's images together", () => {
    expect(plan([MARA, PIER], { max: 3, roles: ROLES })).toEqual([
      'Mara 1 character',
      'Mara 2 character',
      'The pier 1 object',
    ])
    expect(plan([PIER, MARA], { max: 2, roles: ROLES })).toEqual(['The pier 1 object', 'Mara 1 character'])
    expect(plan([MARA, PIER], { max: 1, roles: ROLES })).toEqual(['Mara 1 character'])
  })

  it('sends all images if the model takes more', () => {
    expect(plan([MARA, PIER], { max: 9, roles: ROLES })).toHaveLength(6)
  })

  it("sends roles that the model has, or else the model's first one", () => {
    expect(plan([MARA, PIER, INK], { max: 3, roles: ['object'] })).toEqual([
      'Mara 1 object',
      'The pier 1 object',
      'Ink 1 object',
    ])
    expect(plan([INK], { max: 1, roles: ROLES })).toEqual(['Ink 1 style'])
  })

  it('leaves room for other references, and sends no image twice', () => {
    const shared = build('Ben', { images: [{ id: 'Mara 1' }, { id: 'Ben 1' }] })
    expect(plan([MARA], { max: 3, roles: ROLES }, ['x', 'Mara 1'])).toEqual(['Mara 2 character'])
    expect(plan([MARA, shared], { max: 2, roles: ROLES })).toEqual(['Mara 1 character', 'Mara 2 character'])
    expect(plan([MARA, shared], { max: 3, roles: ROLES })).toEqual([
      'Mara 1 character',
      'Mara 2 character',
      'Ben 1 character',
    ])
    expect(plan([MARA], { max: 2, roles: ROLES }, ['x', 'y', 'z'])).toEqual([])
  })

  it('sends none to a model without references, nor for a prompt without names', () => {
    expect(plan([MARA], null)).toEqual([])
    expect(plan([], { max: 9, roles: ROLES })).toEqual([])
  })
})

describe('voice', () => {
  const speaks = (name: string, seconds: number) => build(name, { voice: { id: 'v', seconds } })

  it('is the first one that the model takes', () => {
    const named = [MARA, speaks('Long', 16), speaks('Short', 1), speaks('Fits', 10), speaks('Later', 5)]
    expect(findVoiceMember(named, { minSeconds: 1.8, maxSeconds: 15 })?.name).toBe('Fits')
    expect(findVoiceMember(named, { maxSeconds: 15 })?.name).toBe('Short')
  })

  it('is none without a voice, or if the model takes none', () => {
    expect(findVoiceMember([MARA], { maxSeconds: 15 })).toBeNull()
    expect(findVoiceMember([speaks('Fits', 10)], undefined)).toBeNull()
  })
})

describe('prompt for the provider', () => {
  const PROMPT = '@Mara swims. @MARA laughs at @The pier, @Nobody.'
  const references = [
    { role: 'style', member: null },
    { role: 'character', member: MARA },
    { role: 'object', member: PIER },
  ] as const
  const FULL = 'Mara (A diver) swims. Mara laughs at The pier (At dawn), @Nobody.'
  const SHORT = 'Mara swims. Mara laughs at The pier, @Nobody.'
  const LIST = '\n\nReferences: image 1 is the style, image 2 is the character Mara, image 3 is the place The pier'
  const write = (maxLength: number, audio?: PlannedMember | null) =>
    writePrompt(PROMPT, { named: [MARA, PIER], references, audio }, maxLength)

  it('has each note once, and says what each reference shows', () => {
    expect(write(1000)).toEqual({ prompt: `${FULL}${LIST}.`, hasNotes: true })
    expect(write(1000, MARA).prompt).toBe(`${FULL}${LIST}, audio 1 is the voice of Mara.`)
    expect(write(1000, null).prompt).toBe(`${FULL}${LIST}, audio 1 is the voice.`)
  })

  it('leaves out the notes, then the list, if the model takes fewer characters', () => {
    const full = `${FULL}${LIST}.`.length
    const short = `${SHORT}${LIST}.`.length
    expect(write(full).prompt).toBe(`${FULL}${LIST}.`)
    expect(write(full - 1)).toEqual({ prompt: `${SHORT}${LIST}.`, hasNotes: false })
    expect(write(short - 1)).toEqual({ prompt: SHORT, hasNotes: false })
    expect(write(10)).toEqual({ prompt: SHORT, hasNotes: false })
  })

  it('writes only words without references, and leaves a prompt without names as it is', () => {
    expect(writePrompt(PROMPT, { named: [MARA, PIER], references: [] }, 1000).prompt).toBe(FULL)
    expect(writePrompt('Zoe\u0301 waves', { named: [], references: [] }, 1000).prompt).toBe('Zoe\u0301 waves')
  })

  it('takes a note and a name as text, whatever they have', () => {
    const odd = build('Odd', { note: '$& $1 @Mara (x)' })
    expect(writePrompt('@Odd and @Mara', { named: [odd, MARA], references: [] }, 1000).prompt).toBe(
      'Odd ($& $1 @Mara (x)) and Mara (A diver)',
    )
  })
})
