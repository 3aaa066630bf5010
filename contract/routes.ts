// Every route with the schema of its answer. All others, whatever the route, are a `refusal`.
import type { z } from 'zod'
import { adminLoginAnswer, costsAnswer, findUsersAnswer, grantAnswer, loginLogsAnswer } from './admin.ts'
import { capabilitiesAnswer } from './capabilities.ts'
import { addTestCreditsAnswer, balanceAnswer, consumeAnswer, statementAnswer, validateAnswer } from './credits.ts'
import { cancellationAnswer, createAnswer, deletionAnswer, jobAnswer, jobPageAnswer, statusAnswer } from './jobs.ts'
import { adminStatusAnswer, adminTestAnswer, healthAnswer, sweepAnswer } from './server.ts'
import { webhookAnswer } from './webhooks.ts'

export const ANSWERS = {
  'GET /health': healthAnswer,
  'GET /api/capabilities': capabilitiesAnswer,
  'POST /api/credits/consume': consumeAnswer,
  'GET /api/credits/test/balance': balanceAnswer,
  'POST /api/credits/test/validate': validateAnswer,
  'POST /api/credits/test/add': addTestCreditsAnswer,
  'GET /api/credits/statement': statementAnswer,
  'GET /generation/:taskId/status': statusAnswer,
  // Before the models, whose addresses have the same form.
  'POST /generation/webhook/:provider': webhookAnswer,
  'POST /generation/:brand/:model': createAnswer,
  'GET /api/jobs': jobPageAnswer,
  'GET /api/jobs/:id': jobAnswer,
  'DELETE /api/jobs/:id': deletionAnswer,
  'POST /api/jobs/:id/cancel': cancellationAnswer,
  'POST /api/jobs/sweep': sweepAnswer,
  'GET /api/admin/test': adminTestAnswer,
  'GET /api/admin/status': adminStatusAnswer,
  'GET /api/admin/costs': costsAnswer,
  'POST /api/admin/credits/find-users': findUsersAnswer,
  'POST /api/admin/credits/grant': grantAnswer,
  'POST /api/auth/admin-login': adminLoginAnswer,
  'GET /api/auth/login-logs': loginLogsAnswer,
  'POST /api/auth/login-logs': loginLogsAnswer,
} as const satisfies Record<string, z.ZodType>
