import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './delivery-curl.ts'

const payload = '{"type":"order.paid","data":{"name":"Ada’s \'$HOME\' \\\\ `x`"}}'
const headers = {
  'content-type': 'application/json',
  'webhook-id': 'the-id',
  'webhook-timestamp': '1700000000',
  'guildhall-sequence': '7',
}
const url = 'https://example.com/hook?a=1&b=%27'

/** Prints the curl arguments line by line, at a fixed time. */
function inTerminal(script: string, before = ''): string[] {
  const reported = `curl() { printf '%s\\n' "$@"; }; date() { printf 1800000000; }; ${before}\n${script}`
  const env = { ...process.env, GUILDHALL_WEBHOOK_SECRET: 'guildhall_whs_x' }
  return execFileSync('sh', ['-c', reported], { encoding: 'utf8', env }).trimEnd().split('\n')
}

test('the terminal sends the same request', () => {
  const { 'webhook-id': _, ...plain } = headers
  expect(inTerminal(curlOf({ headers: plain, payload }, url))).toEqual([
    '-X',
    'POST',
    url,
    '-H',
    'content-type: application/json',
    '-H',
    'guildhall-sequence: 7',
    '--data-raw',
    payload,
  ])
})

test('it signs with the terminal’s secret and the current time', () => {
  // Prints the signed content and the key instead of a signature.
  const openssl = `openssl() { printf '%s|' "$@"; cat; }; base64() { cat; }`
  const calls = inTerminal(curlOf({ headers, payload }, url), openssl)
  const [signature = ''] = calls.filter((call) => call.startsWith('webhook-signature'))
  expect(signature).toBe(
    'webhook-signature: v1,dgst|-sha256|-hmac|guildhall_whs_x|-binary|' +
      `the-id.1800000000.${payload}`,
  )
  expect(calls).toContain('webhook-id: the-id')
  expect(calls).toContain('webhook-timestamp: 1800000000')
  expect(calls).not.toContain('webhook-timestamp: 1700000000')
})
