// Run by Node and by Deno with URLs as arguments. Sends a request to each URL. Prints whether the request was never
// sent, whether another provider may be tried, and the result of fetch.
import { isUnreachable, wasNeverSent } from '../../../supabase/functions/api/services/providers/never-sent.ts'

declare const Deno: { args: string[] } | undefined

const addresses = typeof Deno === 'undefined' ? process.argv.slice(2) : Deno.args
const outcomes = addresses.map(async (address) => {
  try {
    const signal = AbortSignal.timeout(2000)
    const { status } = await fetch(address, { method: 'POST', body: '{}', redirect: 'error', signal })
    return [false, false, `answered ${status}`]
  } catch (error) {
    return [wasNeverSent(error), isUnreachable(error), String(error)]
  }
})
console.log(JSON.stringify(await Promise.all(outcomes)))
