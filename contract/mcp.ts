// The door for agents speaks the Model Context Protocol: JSON-RPC, whose messages the protocol's own package writes and checks.
import { z } from 'zod'

export const mcpAnswer = z.looseObject({ jsonrpc: z.literal('2.0') })

export const mcpRoutes = {
  'POST /mcp': mcpAnswer,
} as const
