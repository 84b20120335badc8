import type { FullDelivery } from './log-queries.ts'

type Sent = Pick<FullDelivery, 'headers' | 'payload'>

/** Headers that change with every attempt: handlers reject old timestamps. */
const oneTime: ReadonlySet<string> = new Set(['webhook-timestamp', 'webhook-signature'])

/**
 * The same request for a terminal. Signatures expire within minutes, so the terminal creates a new
 * one if it has the secret.
 */
export function curlOf({ headers, payload }: Sent, url: string): string {
  const id = headers['webhook-id']
  const lasting = Object.entries(headers).filter(([name]) => !oneTime.has(name.toLowerCase()))
  const named = lasting.map(([name, value]) => quoted(`${name}: ${value}`))
  const signed =
    id === undefined ? [] : ['"webhook-timestamp: $at"', '"webhook-signature: v1,$signature"']
  const request = [
    `curl -X POST ${quoted(url)}`,
    ...[...named, ...signed].map((header) => `  -H ${header}`),
    '  --data-raw "$body"',
  ].join(' \\\n')
  return [`body=${quoted(payload)}`, ...(id === undefined ? [] : signature(id)), request].join('\n')
}

const signature = (id: string): string[] => [
  'at=$(date +%s)',
  `signature=$(printf '%s.%s.%s' ${quoted(id)} "$at" "$body" |`,
  '  openssl dgst -sha256 -hmac "$GUILDHALL_WEBHOOK_SECRET" -binary | base64)',
]

/** For a shell: nothing is special between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
