// Writes dist/licenses.txt, with the license and the source URL of each package in the bundle. The API's bundle isn't
// distributed, so it needs no such file.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const PACKAGES = join(import.meta.dirname, '../../node_modules')
/** Packages that only the style sheets use, so the bundle's modules don't show them. */
const STYLES = ['tailwindcss', '@fontsource-variable/archivo']
/** License files in this folder, for packages that don't publish their text. */
const TEXTS: Record<string, string> = { '@react-oauth/google': 'react-oauth-google.txt' }

const TITLE = `This site contains the software and fonts below. Each has its own license, and its source is at the address beside it.`
const RULE = '='.repeat(80)

/** Returns one plugin for the app and one for workers, because workers are separate bundles, built first. */
export function writeLicensesFile(): { app: Plugin; worker: Plugin } {
  const folders = new Set(STYLES.map((name) => join(PACKAGES, name)))
  const collect = (bundle: Rolldown.OutputBundle) => {
    const ids = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    for (const id of ids) {
      const [folder] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id) ?? []
      if (folder && !id.startsWith('\0')) folders.add(folder)
    }
  }
  return {
    worker: { name: 'soundreel:licenses-of-workers', generateBundle: (_options, bundle) => collect(bundle) },
    app: {
      name: 'soundreel:licenses',
      apply: 'build',
      async generateBundle(_options, bundle) {
        collect(bundle)
        const notices = await Promise.all(Array.from(folders, getNotice))
        const source = [TITLE, ...notices.sort()].join(`\n\n${RULE}\n`)
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: `${source}\n` })
      },
    },
  }
}

/**
 * Returns a package's entry. Rejects with the package's name if its license, the license text, or its URL is missing.
 */
export async function getNotice(folder: string): Promise<string> {
  const { name, version, license, repository } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const published = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort()
  const files = published.map((file) => join(folder, file))
  if (TEXTS[name]) files.push(join(import.meta.dirname, TEXTS[name]))
  const address: string | undefined = repository?.url ?? repository
  const missing = !license ? 'license' : files.length === 0 ? 'license file' : !address && 'repository'
  if (missing)
    throw new Error(`The package ${name} has no ${missing}, which dist/licenses.txt needs (vite/licenses/licenses.ts)`)
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const head = `${name} ${version}\nLicense: ${license}\nSource: ${getSource(address ?? '')}`
  return [head, ...texts.map((text) => text.trim())].join('\n\n')
}

/**
 * Returns the URL, such as `https://github.com/a/b`, for package.json's `a/b`, `github:a/b`, and
 * `git+https://github.com/a/b.git`.
 */
function getSource(address: string): string {
  const path = address.replace(/^(github:|(git\+)?(https|ssh|git):\/\/(git@)?github\.com\/)/, '').replace(/\.git$/, '')
  return path.includes(':') ? path : `https://github.com/${path}`
}
