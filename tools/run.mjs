#!/usr/bin/env node
// Runs the operator's commands for backups, the administrator's account, push keys, balances, credit settings, models, and providers, and the Supabase CLI.
import '../local/need-node.mjs'

const COMMANDS = {
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  'admin-password': () => import('./admin-password.ts'),
  'credits-grant': () => import('./credits/grant.ts'),
  'credits-settings': () => import('./credits/settings.ts'),
  'push-keys': () => import('./push-keys.ts'),
  models: () => import('./models/main.ts'),
  supabase: () => import('./project/run-cli.ts'),
  try: () => import('./try/run.ts'),
}
const [command] = process.argv.splice(2, 1)
await COMMANDS[command]()
