import { expect, it } from 'vitest'
import { describeStartError, StartError } from '../../local/start-error.ts'

const FULL = 'The disk with the data folder is full. Make space, and start again. Your data are unchanged.'

it.each([
  ['the file system', 'ENOSPC'],
  ['PostgreSQL', '53100'],
])('says that the disk is full if %s says so at the start', (_, code) => {
  expect(describeStartError(Object.assign(new Error('no space'), { code }))).toBe(FULL)
})

it('shows only the sentence of a fault that the user can fix, and all of any other error', () => {
  expect(describeStartError(new StartError('Set PUBLIC_URL.'))).toBe('Set PUBLIC_URL.')
  const error = new Error('unexpected')
  expect(describeStartError(error)).toBe(error)
})
