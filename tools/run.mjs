#!/usr/bin/env node
// The commands on what an operator owns: the administrator's account, balances, the settings of credits, and the list of models.
import '../local/need-node.mjs'

const COMMANDS = {
  'admin-password': () => import('./admin-password.ts'),
  'credits-grant': () => import('./credits/grant.ts'),
  'credits-settings': () => import('./credits/settings.ts'),
  models: () => import('./models/run.ts'),
}
const [command] = process.argv.splice(2, 1)
await COMMANDS[command]()
