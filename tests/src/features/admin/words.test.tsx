import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal } from './admin-responses'
import { ACTIONS, answerWords, peoplePage, WORDS } from './people-page'

const heron = { word: 'heron', refusals: 3, refusedAt: '2026-11-22T08:00:00Z' }
const lake = { word: 'lake*', refusals: 0, refusedAt: null }

async function wordsPage(answers = {}) {
  const app = await peoplePage({ [WORDS]: () => answerWords(heron, lake), ...answers })
  const panel = within(await screen.findByRole('region', { name: '禁用词' }))
  const field = (await panel.findByLabelText('每行一个词或短语')) as HTMLTextAreaElement
  const save = () => app.user.click(panel.getByRole('button', { name: '保存禁用词' }))
  const saved = () => app.requests(WORDS).filter(({ method }) => method === 'POST')
  return { ...app, panel, field, save, saved }
}

it('shows the words line by line, with the prompts that each refused', async () => {
  const { panel, field } = await wordsPage()
  expect(field).toHaveValue('heron\nlake*')
  const [, row, ...others] = panel.getAllByRole('row')
  expect(row).toHaveTextContent(/^heron3/)
  expect(others).toEqual([])
  expect(panel.getByRole('button', { name: '保存禁用词' })).toBeDisabled()
})

it('saves the whole list without empty lines, and shows it as stored', async () => {
  const { user, field, save, saved, panel, server, requests } = await wordsPage()
  await user.type(field, '\n\n  stork ')
  server[WORDS] = () => answerWords(heron, lake, { ...lake, word: 'stork' })
  await save()
  expect(await panel.findByText('禁用词已保存。')).toBeInTheDocument()
  expect(saved()).toMatchObject([{ body: { words: ['heron', 'lake*', 'stork'] } }])
  expect(field).toHaveValue('heron\nlake*\nstork')
  await expect.poll(() => requests(ACTIONS)).toHaveLength(2)
})

it.each([
  ['a line without a letter', 'heron\n**', '必须含有文字或数字：**'],
  ['a line of 101 characters', 'x'.repeat(101), `每个词最多 100 个字符：${'x'.repeat(101)}`],
  ['501 lines', 'a\n'.repeat(501), '最多 500 个词'],
])('sends no list with %s', async (_, typed, problem) => {
  const { user, field, save, saved } = await wordsPage()
  await user.clear(field)
  await user.click(field)
  await user.paste(typed)
  await save()
  expect(field).toHaveAccessibleDescription(expect.stringContaining(problem))
  expect(saved()).toEqual([])
  // The draft would outlive this test.
  await user.clear(field)
  await user.type(field, 'heron\nlake*')
  expect(field).toHaveAccessibleDescription(expect.not.stringContaining(problem))
  expect(screen.getByRole('button', { name: '保存禁用词' })).toBeDisabled()
})

it('keeps what was typed after a failure, and over a new login', async () => {
  const { user, field, save, panel, server, logIn } = await wordsPage()
  await user.type(field, '\nstork')
  server[WORDS] = ({ method }) => (method === 'POST' ? refusal(500, 'internal') : answerWords(heron))
  await save()
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误')
  expect(field).toHaveValue('heron\nlake*\nstork')
  server[WORDS] = ({ method }) => (method === 'POST' ? refusal(401, 'unauthorized') : answerWords(heron))
  await save()
  await screen.findByLabelText('密码')
  await logIn()
  expect(await screen.findByLabelText('每行一个词或短语')).toHaveValue('heron\nlake*\nstork')
  server[WORDS] = () => answerWords(heron)
  await user.click(screen.getByRole('button', { name: '保存禁用词' }))
  expect(await screen.findByText('禁用词已保存。')).toBeInTheDocument()
})

it('says why the words failed to load, and loads them again on request', async () => {
  const { user, server } = await peoplePage({ [WORDS]: () => refusal(500, 'internal') })
  const panel = within(await screen.findByRole('region', { name: '禁用词' }))
  expect(await panel.findByRole('alert')).toHaveTextContent('服务器内部错误')
  server[WORDS] = () => answerWords()
  await user.click(panel.getByRole('button', { name: '重新加载' }))
  expect(await panel.findByLabelText('每行一个词或短语')).toHaveValue('')
})
