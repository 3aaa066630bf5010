// The rules of Tailwind's classes in a style sheet of their own. The page's file has a part of it (page-sheet.ts). The whole
// sheet comes with the first code that the page's file doesn't name.
import { type AtRule, type ChildNode, parse } from 'postcss'
import type { Plugin, Rolldown } from 'vite'
import { dropFallbacks } from './drop-fallbacks.ts'

const SHEET = /\/src\/styles\/main\.css$/
const LAYERS = ['components', 'utilities']
const ROUTE = /\/src\/app\/routes\//
const COMPONENT = /\/src\/(.*\.tsx|styles\/all-classes\.ts)$/
/** Code that comes later than its page, but whose HTML is in the page's file. */
const IN_FILE: Readonly<Record<string, string>> = { '/src/app/home-later.tsx': 'home' }

export function provideClassSheet(): Plugin {
  let source = ''
  let emitted = ''
  return {
    name: 'soundreel:class-sheet',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    // Behind Tailwind, and before Vite.
    enforce: 'pre',
    transform: {
      filter: { id: SHEET },
      handler(code) {
        const sheet = parse(code)
        dropFallbacks(sheet)
        const layers = sheet.nodes.filter(isClassLayer)
        source = layers.join('')
        for (const layer of layers) layer.remove()
        return { code: sheet.toString(), map: null }
      },
    },
    renderStart() {
      emitted = ''
    },
    // Before the files have their names, so that the name of a chunk changes with the sheet.
    renderChunk(_, chunk, __, { chunks }) {
      if (!drawsMore(chunk, chunks)) return null
      emitted ||= this.getFileName(this.emitFile({ type: 'asset', name: 'classes.css', source }))
      chunk.viteMetadata?.importedCss.add(emitted)
      return null
    },
  }
}

export function isClassSheet(file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputAsset {
  return file.type === 'asset' && /^assets\/classes-[^/]*\.css$/.test(file.fileName)
}

/** Returns whether a later chunk's HTML is in the page's file. */
export function isInFile(chunk: Rolldown.OutputChunk, page: string): boolean {
  return findFile(chunk) === page
}

function findFile({ facadeModuleId }: { facadeModuleId: string | null }): string | undefined {
  return Object.entries(IN_FILE).find(([id]) => facadeModuleId?.endsWith(id))?.[1]
}

function isClassLayer(node: ChildNode): node is AtRule {
  return node.type === 'atrule' && node.name === 'layer' && LAYERS.includes(node.params)
}

/** Returns whether a chunk may draw with classes that the page's own sheet lacks. */
function drawsMore(chunk: Rolldown.RenderedChunk, chunks: Record<string, Rolldown.RenderedChunk>): boolean {
  const { isDynamicEntry, facadeModuleId } = chunk
  if (!isDynamicEntry || ROUTE.test(facadeModuleId ?? '') || findFile(chunk)) return false
  const seen = new Set<string>()
  const hasComponent = (file: string): boolean => {
    const found = chunks[file]
    // Every page has the shell.
    if (!found || seen.has(file) || found.name === 'shell') return false
    seen.add(file)
    return found.moduleIds.some((id) => COMPONENT.test(id)) || found.imports.some(hasComponent)
  }
  return hasComponent(chunk.fileName)
}
