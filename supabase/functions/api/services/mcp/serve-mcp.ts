// Serves MCP requests. routes/mcp.ts imports this file and the protocol's package only at the first request.
import { type CallToolResult, createMcpHandler, McpServer, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ErrorCode, Refusal } from '../../../_shared/contract/errors.ts'
import { REFUSALS } from '../../../_shared/contract/refusals.ts'
import { RequestError } from '../../errors.ts'
import { describeCause, type Log } from '../../log.ts'
import { parseBody } from '../../requests.ts'
import { VERSION } from '../../version.ts'
import { addCastMemberTool, listCastTool } from './cast-tools.ts'
import { uploadImageTool } from './image-tools.ts'
import { cancelJobTool, createVideoTool, getJobTool, waitForJobTool } from './job-tools.ts'
import { searchLibraryTool, shareVideoTool } from './library-tools.ts'
import { createOwnApi, RefusedCall } from './own-api.ts'
import { listModelsTool, quoteTool } from './price-tools.ts'
import type { Tool, ToolContext } from './tool.ts'

const TOOLS: Tool[] = [
  listModelsTool,
  quoteTool,
  createVideoTool,
  getJobTool,
  waitForJobTool,
  cancelJobTool,
  searchLibraryTool,
  shareVideoTool,
  uploadImageTool,
  listCastTool,
  addCastMemberTool,
]

const INSTRUCTIONS =
  'Soundreel generates short videos from text or images. Only create_video costs credits: call quote first, and tell the user the price. Then call create_video with a new UUID, and wait_for_job until the job is finished. A refusal says whether anything was charged.'

export interface McpCaller extends Pick<ToolContext, 'siteUrl' | 'now' | 'sleep'> {
  request: Parameters<typeof createOwnApi>[0]
  authorization: string
  requestId: string
  log: Log
}

/** Processes one JSON-RPC message, which is the body of `request`. Requests share no state. */
export function serveMcp(request: Request, received: unknown, caller: McpCaller): Promise<Response> {
  const message = omitNulls(received)
  const { signal } = request
  const context = { ...caller, signal, ask: createOwnApi(caller.request, caller.authorization, signal) }
  const onerror = (error: Error) =>
    caller.log({
      level: 'warn',
      message: 'mcp request refused',
      requestId: caller.requestId,
      cause: describeCause(error),
    })
  // The lists never change, so clients don't need subscriptions. An endless stream would cost a connection.
  const handler = createMcpHandler(() => createServer(context), { maxSubscriptions: 0, onerror })
  const unknown = findUnknownCall(message)
  if (unknown) return Promise.resolve(refuseUnknownTool(unknown))
  return fetchAsAccepted(request, (accepting) => handler.fetch(accepting, { parsedBody: message }))
}

/** Removes null from parameters and arguments, where some clients send it for everything that isn't set. No tool takes null. */
function omitNulls(message: unknown): unknown {
  if (!isRecord(message) || message.params === undefined) return message
  const { params, ...rest } = message
  if (params === null) return rest
  const given = dropNulls(params)
  return { ...rest, params: isRecord(given) ? { ...given, arguments: dropNulls(given.arguments) } : given }
}

function dropNulls(value: unknown): unknown {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) : value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const toolCall = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.literal('tools/call'),
  params: z.object({ name: z.string() }),
})
type ToolCall = z.output<typeof toolCall>

/** Returns the call of a tool that doesn't exist. The package would take `toString` for a tool, because its list is a plain object. */
function findUnknownCall(message: unknown): ToolCall | null {
  const call = toolCall.safeParse(message).data
  return call && !TOOLS.some(({ name }) => name === call.params.name) ? call : null
}

function refuseUnknownTool({ id, params }: ToolCall): Response {
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Tool ${params.name} not found` }
  return Response.json({ jsonrpc: '2.0', id, error })
}

/** The package refuses clients that don't name both types. It then sends a stream of one event to clients of 2025. */
async function fetchAsAccepted(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
  const accepted = request.headers.get('accept') ?? '*/*'
  const { method, signal } = request
  const headers = new Headers(request.headers)
  headers.set('accept', 'application/json, text/event-stream')
  const response = await fetch(new Request(request.url, { method, headers, signal }))
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || /text\/event-stream|(text|\*)\/\*/i.test(accepted)) return response
  const [, json = ''] = /^data: (.+)$/m.exec(await response.text()) ?? []
  return new Response(json, { status: response.status, headers: { 'content-type': 'application/json' } })
}

function createServer(context: ToolContext & McpCaller): McpServer {
  const server = new McpServer(
    { name: 'soundreel', title: 'Soundreel', version: VERSION },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  )
  for (const { name, title, description, annotations, input, output, run } of TOOLS) {
    const config = { title, description, annotations, inputSchema: leaveUnparsed(input), outputSchema: output }
    server.registerTool(name, config, async (given): Promise<CallToolResult> => {
      try {
        const { say, data } = await run(parseBody(input, given), context)
        return { content: [writeText(say), writeText(JSON.stringify(data))], structuredContent: data }
      } catch (error) {
        return createToolError(error, context)
      }
    })
  }
  return server
}

/**
 * Returns a schema that only describes the input. We parse the input ourselves, because the package's error would have
 * neither a code nor a request ID.
 */
function leaveUnparsed(schema: z.ZodObject) {
  const { jsonSchema } = schema['~standard']
  return {
    '~standard': { version: 1 as const, vendor: 'soundreel', validate: (value: unknown) => ({ value }), jsonSchema },
  }
}

function createToolError(error: unknown, { requestId, log }: McpCaller): CallToolResult {
  const { message, ...rest } = describeRefusal(error, requestId)
  if (rest.code === 'internal' && !(error instanceof RefusedCall))
    log({ level: 'error', message: 'mcp tool failed', requestId, cause: describeCause(error) })
  return { content: [writeText(message), writeText(JSON.stringify(rest))], isError: true }
}

type Told = Pick<Refusal, 'message' | 'requestId' | 'data'> & { code: ErrorCode }

function describeRefusal(error: unknown, requestId: string): Told {
  if (error instanceof RefusedCall) {
    const { success: _, ...told } = error.refusal
    return told
  }
  const { code, message, data } = error instanceof RequestError ? error : new RequestError(REFUSALS.internal())
  return { code, message, requestId, ...(data ? { data } : {}) }
}

function writeText(text: string) {
  return { type: 'text' as const, text }
}
