// The routes, written here instead of read from the product: who may call each route, how often, and with which keys.

export type Access = 'anyone' | 'person' | 'scheduler' | 'admin'

export interface RouteRules {
  access: Access
  /** The rate's name and its limit per user and minute. Absent on routes without a user. */
  rate?: { name: string; limit: number }
  /** The scope that a key needs, or null if keys may not call the route. Absent if the route reads no key. */
  keys?: 'reads' | 'creates' | null
}

const person = (name: string, limit: number, keys: 'reads' | 'creates' | null): RouteRules => ({
  access: 'person',
  rate: { name, limit },
  keys,
})

export const ROUTES: Record<string, RouteRules> = {
  'GET /health': { access: 'anyone' },
  'GET /api/capabilities': { access: 'anyone' },
  'POST /api/credits/consume': person('credits', 60, 'creates'),
  'GET /api/credits/test/balance': person('credits', 60, null),
  'POST /api/credits/test/validate': person('credits', 60, null),
  'POST /api/credits/test/add': person('credits', 60, null),
  'GET /generation/:taskId/status': person('status', 240, 'reads'),
  'POST /generation/:brand/:model': person('create', 20, 'creates'),
  // The message's signature is verified instead (webhook.test.ts).
  'POST /generation/webhook/:provider': { access: 'anyone' },
  'GET /api/credits/statement': person('library', 120, 'reads'),
  'GET /api/jobs': person('library', 120, 'reads'),
  'GET /api/jobs/:id': person('library', 120, 'reads'),
  'DELETE /api/jobs/:id': person('library', 120, null),
  'POST /api/jobs/:id/cancel': person('library', 120, 'creates'),
  'POST /api/jobs/:id/label': person('library', 120, 'creates'),
  'POST /api/jobs/:id/preview': person('previews', 120, null),
  'POST /api/jobs/sweep': { access: 'scheduler' },
  'GET /api/account': person('library', 120, null),
  'GET /api/account/export': person('library', 120, null),
  'POST /api/account/delete': person('account', 10, null),
  'DELETE /api/account/sessions/:id': person('manage', 60, null),
  'GET /api/keys': person('manage', 60, null),
  'POST /api/keys': person('account', 10, null),
  'DELETE /api/keys/:id': person('manage', 60, null),
  'GET /api/key': person('library', 120, 'reads'),
  'GET /api/cast': person('library', 120, 'reads'),
  'POST /api/cast': person('library', 120, 'creates'),
  'PATCH /api/cast/:id': person('library', 120, 'creates'),
  'DELETE /api/cast/:id': person('library', 120, null),
  'GET /v1/openapi.json': { access: 'anyone' },
  'POST /api/images': person('images', 30, 'creates'),
  'POST /api/audio': person('images', 30, 'creates'),
  'GET /api/jobs/:id/shares': person('library', 120, 'reads'),
  'POST /api/jobs/:id/shares': person('shares', 30, 'creates'),
  'DELETE /api/shares/:id': person('library', 120, 'creates'),
  'GET /api/webhooks': person('manage', 60, null),
  'POST /api/webhooks': person('webhooks', 20, null),
  'DELETE /api/webhooks/:id': person('manage', 60, null),
  'POST /api/webhooks/:id/test': person('webhooks', 20, null),
  'GET /api/webhooks/:id/deliveries': person('manage', 60, null),
  'POST /api/webhooks/:id/deliveries/:delivery/repeat': person('webhooks', 20, null),
  'GET /api/devices': person('manage', 60, null),
  'POST /api/devices': person('manage', 60, null),
  'DELETE /api/devices/:id': person('manage', 60, null),
  // These routes are limited by the visitor's address (share-reports.test.ts).
  'GET /api/shared/:token': { access: 'anyone' },
  'GET /api/shared/:token/poster': { access: 'anyone' },
  'GET /api/shared/:token/video': { access: 'anyone' },
  'GET /api/shared/:token/page': { access: 'anyone' },
  'POST /api/shared/:token/report': { access: 'anyone' },
  // One handler returns 405 for other methods (mcp/refusals.test.ts).
  'POST /mcp': person('mcp', 240, 'reads'),
  'GET /api/admin/share-reports': { access: 'admin' },
  'POST /api/admin/share-reports/:id': { access: 'admin' },
  'POST /api/admin/people/find': { access: 'admin' },
  'POST /api/admin/people/suspension': { access: 'admin' },
  'GET /api/admin/refused-words': { access: 'admin' },
  'POST /api/admin/refused-words': { access: 'admin' },
  'GET /api/admin/actions': { access: 'admin' },
  'POST /api/admin/videos/:id/restore': { access: 'admin' },
  'GET /api/admin/test': { access: 'anyone' },
  'GET /api/admin/status': { access: 'admin' },
  'GET /api/admin/costs': { access: 'admin' },
  'GET /api/admin/numbers': { access: 'admin' },
  'POST /api/admin/credits/find-users': { access: 'admin' },
  'POST /api/admin/credits/grant': { access: 'admin' },
  // Anyone may call the login, and learns which credentials are missing.
  'POST /api/auth/admin-login': { access: 'anyone' },
  'GET /api/auth/login-logs': { access: 'admin' },
  'POST /api/auth/login-logs': { access: 'admin' },
}

/** Returns the route's method, and its path with `place` instead of each parameter. */
export function getCall(route: string, place = 'x'): [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ')
  return [method, path.replace(/:\w+/g, place)]
}
