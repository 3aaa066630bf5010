// Compares what a run of `npm run deploy` prints with the output that a page of docs/ quotes.
import { readFile } from 'node:fs/promises'
import { PROJECT_REF } from './management-api.ts'

/** The examples on the pages. */
const REF = 'abcdefghijklmnopqrst'
const API = `https://${REF}.supabase.co/functions/v1/api`
const [VERSION, OTHER_VERSION] = ['752c9c77879d', '0f4d2a6c81b3']
const PASSWORD = 'U9490_4gyGw1DMFaC_IN'
const MIGRATION = '20261201093000'

interface Run {
  apiUrl: string
  /** The settings file. */
  file: string
}

/**
 * Returns the quoted output of a page that contains this line. The tests have no https address, build no pages, and
 * answer no question, so these parts are left out.
 */
export async function readDocumentedOutput(page: string, line: string): Promise<string[]> {
  const text = await readFile(`docs/${page}`, 'utf8')
  const blocks = [...text.matchAll(/^( *)```(\w*)\n(.*?)^ *```$/gms)]
  const [, indent = '', , block = ''] =
    blocks.find(([, , language, content = '']) => language === '' && content.includes(line)) ?? []
  const lines = block
    .replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    .trimEnd()
    .split('\n')
  return toSteps(lines.map((one) => one.replace(' PUBLIC_API_URL,', '')))
}

/** Returns what a run printed, with the examples of the pages. */
export function toDocumented(printed: string, { apiUrl, file }: Run): string[] {
  const text = printed
    .replaceAll('\r', '')
    .replaceAll(apiUrl, API)
    .replaceAll(PROJECT_REF, REF)
    .replaceAll(/\bversion [\da-f]{12}\b/g, `version ${VERSION}`)
    .replaceAll(file, '.env.production')
    .replace(/(in place of version )\w{12}/, `$1${OTHER_VERSION}`)
    .replace(/(password is )\S+\./, `$1${PASSWORD}.`)
    .replace(/(ahead of this code by )\d{14}/, `$1${MIGRATION}`)
    .replace(/( • \d{14}_\w+\.sql)(\n • \d{14}_\w+\.sql)+/, '$1\n • ...')
  return toSteps(text.trimEnd().split('\n'))
}

/** Gives the steps of a dry run and of a deployment the same form, without the pages' step and the question. */
const toSteps = (lines: string[]) =>
  lines
    .filter((line) => !/build the pages into|Deployed\. Now publish|\[y\/N\]|^y?$|^Would deploy to /.test(line))
    .map((line) => line.replace(/^\d+\/\d+ /, '- '))
