import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendJson } from '../../../local/video-service/scripted/response.ts'
import type { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import type CATALOGUE from '../../../supabase/functions/api/catalogue/models.json'
import { CATALOGUE_FILE, formatJson } from '../../../tools/models/catalogue-files.ts'
import type { RepositoryCopy } from './repository-copy.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/models')
export const recorded = (name: string) => join(FOLDER, name)
export const from = (...names: string[]) => names.flatMap((name) => ['--from', recorded(name)])

/** A model of fal that the catalogue has. */
export const TURBO = 'fal-ai/kling-video/v3/turbo/pro'
export const TURBO_FILES = from('fal-kling-v3-turbo-pro-text.txt', 'fal-kling-v3-turbo-pro-image.txt')
export const NAMED = ['--name', 'Kling 3.0 Turbo Pro', '--credits', '70']

/** Removes what `--add` wrote for a model, so that it can be added again. */
export function removeFromCopy(copy: RepositoryCopy, id: string, provider: string) {
  const file = join(copy.root, CATALOGUE_FILE)
  const { version, models } = JSON.parse(readFileSync(file, 'utf8')) as typeof CATALOGUE
  const others = models.map(({ providers, ...model }) => {
    const { [provider]: removed, ...rest } = providers as Record<string, unknown>
    return { ...model, providers: model.id === id ? rest : providers }
  })
  const left = others.filter(({ providers }) => Object.keys(providers).length > 0)
  writeFileSync(file, formatJson({ version, models: left }))
}

/** Returns the options of a model that the catalogue doesn't have. */
export const nova = (...over: string[]) => [
  '--name',
  'Nova 9',
  '--credits',
  '50',
  '--maker',
  'Studio',
  '--logo',
  'wan',
  ...over,
]

/** Returns a model as fal describes it. */
export function describeModel(path: string, properties: unknown, required: string[]) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/In' } } }
  return {
    endpoint_id: path,
    openapi: {
      paths: { [`/${path}`]: { post: { requestBody: { content } } } },
      components: { schemas: { In: { properties, required } } },
    },
  }
}
/** Answers each request for a model with its document. */
export function answerWith(server: ScriptedService, documents: Record<string, unknown>) {
  server.intercept.any = ({ path }) => {
    const id = new URL(path, server.url).searchParams.get('endpoint_id') ?? ''
    return sendJson({ models: documents[id] ? [documents[id]] : [] })
  }
}
