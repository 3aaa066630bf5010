import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { ModelCapabilities } from '../../../_shared/contract/capabilities.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import type { CallApi } from './own-api.ts'

/** The parts of a request that a tool uses. */
export interface ToolContext {
  ask: CallApi
  /** The URL of the site with the share pages. Empty if not set. */
  siteUrl: string
  now: () => Date
  sleep: (ms: number) => Promise<void>
  signal: AbortSignal
}

export interface Tool {
  name: string
  title: string
  /** The tool's purpose, cost, and next step, for agents. */
  description: string
  annotations: ToolAnnotations
  input: z.ZodObject
  output: z.ZodObject
  /** `say`: text with the next step, for clients that show only text. */
  run(input: unknown, context: ToolContext): Promise<{ say: string; data: Record<string, unknown> }>
}

interface TypedTool<I extends z.ZodObject, O extends z.ZodObject> extends Omit<Tool, 'run'> {
  input: I
  output: O
  run(input: z.output<I>, context: ToolContext): Promise<{ say: string; data: z.output<O> }>
}

/** Returns the tool as an untyped list item. The server parses the input with the tool's schema before `run`. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(tool: TypedTool<I, O>): Tool {
  // Refuses unknown arguments. Otherwise, a misspelled argument would be ignored, and credits would be spent on the
  // wrong video.
  return { ...tool, input: tool.input.strict(), run: (input, context) => tool.run(input as z.output<I>, context) }
}

export async function listModels(ask: CallApi): Promise<{ maxOpenJobs: number; models: ModelCapabilities[] }> {
  const { data } = await ask('GET /api/capabilities')
  return { ...data, models: data.models.filter((model): model is ModelCapabilities => model?.isOn ?? false) }
}

/** Throws RequestError for a model that doesn't exist, is off, or has ended. */
export async function findModel(id: string, ask: CallApi): Promise<ModelCapabilities> {
  const { data } = await ask('GET /api/capabilities')
  const model = data.models.find((one) => one?.id === id)
  if (model?.ending?.isOver) throw new RequestError(REFUSALS.modelEnded({ name: model.name, ...model.ending }))
  if (!model?.isOn) throw new RequestError(REFUSALS.unknownModel())
  return model
}
