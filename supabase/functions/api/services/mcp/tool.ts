import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { ModelCapabilities } from '../../../_shared/contract/capabilities.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import type { CallApi } from './own-api.ts'

/** The parts of a caller's request that a tool works with. */
export interface ToolContext {
  ask: CallApi
  /** The site with the pages of shared videos; empty where none is set. */
  siteUrl: string
  now: () => Date
  sleep: (ms: number) => Promise<void>
  signal: AbortSignal
}

export interface Tool {
  name: string
  title: string
  /** Tells an agent what the tool costs, and what to do next. */
  description: string
  annotations: ToolAnnotations
  input: z.ZodObject
  output: z.ZodObject
  /** `say`: a sentence for clients that show text only, with the next step. */
  run(input: unknown, context: ToolContext): Promise<{ say: string; data: Record<string, unknown> }>
}

interface TypedTool<I extends z.ZodObject, O extends z.ZodObject> extends Omit<Tool, 'run'> {
  input: I
  output: O
  run(input: z.output<I>, context: ToolContext): Promise<{ say: string; data: z.output<O> }>
}

/** Returns the tool as all are kept in one list. Its input is parsed by its own schema before it runs. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: TypedTool<I, O>): Tool {
  // An argument that is no parameter is refused: ignored, a misspelled one would cost credits for another video.
  return { ...tool, input: tool.input.strict(), run: (input, context) => tool.run(input as z.output<I>, context) }
}

/** Returns the models that can be used right now. */
export async function listModels(ask: CallApi): Promise<{ maxOpenJobs: number; models: ModelCapabilities[] }> {
  const { data } = await ask('GET /api/capabilities')
  return { ...data, models: data.models.filter((model): model is ModelCapabilities => model?.isOn ?? false) }
}

/** Throws RequestError for a model that does not exist or is off. */
export async function findModel(id: string, ask: CallApi): Promise<ModelCapabilities> {
  const { models } = await listModels(ask)
  const model = models.find((one) => one.id === id)
  if (!model) throw new RequestError(REFUSALS.unknownModel())
  return model
}
