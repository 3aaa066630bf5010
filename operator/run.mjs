#!/usr/bin/env node
// The commands that change what an operator owns: the administrator's account, balances, and the settings of credits.
import '../local/need-node.mjs'

const COMMANDS = {
  'admin-password': () => import('./admin-password.ts'),
  'credits-grant': () => import('./credits/grant.ts'),
  'credits-settings': () => import('./credits/settings.ts'),
}
const [command] = process.argv.splice(2, 1)
await COMMANDS[command]()
