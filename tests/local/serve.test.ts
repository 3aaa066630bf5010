import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { serveApp } from '../../local/serve.ts'
import { findFreePort } from '../harness/free-port.ts'
import { makeFolder } from '../support/make-folder.ts'

it.each(['127.0.0.1', '127.0.0.2', '0.0.0.0'])('answers over loopback too when it listens on %s', async (address) => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'index.html'), 'Home')
  const port = await findFreePort()
  const share = { shell: '', headers: {}, apiUrl: '', siteUrl: '' }
  const server = await serveApp((_request, _response, next) => next(), { folder, address, port, headers: {}, share })
  onTestFinished(() => server.close())
  const hosts = address === '0.0.0.0' ? ['127.0.0.1'] : [address, '127.0.0.1']
  for (const host of hosts) expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('Home')
})
