import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { createSender } from '../../../tools/doctor/checks/check.ts'
import { createSql } from '../../../tools/doctor/checks/database/sql.ts'
import { readSettings } from '../../../tools/doctor/checks/settings.ts'

it('reports that a database does not respond', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  const settings = readSettings({ SUPABASE_DB_PASSWORD: 'secret', SUPABASE_DB_URL: `postgresql://postgres@${host}` })
  const sql = createSql(settings, createSender(fetch, 300), 300)
  await expect(sql('select 1').finally(() => silent.close())).rejects.toMatchObject({
    problem: { what: 'The database query failed: no response within 0.3 s.', where: host },
  })
})
