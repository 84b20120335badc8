import type { FullDelivery } from './log-queries.ts'

type Sent = Pick<FullDelivery, 'headers' | 'payload'>

/** Ones that are new with every attempt: a handler takes none that are older than minutes. */
const oneTime: ReadonlySet<string> = new Set(['webhook-timestamp', 'webhook-signature'])

/**
 * The same request once more, ready to run in a terminal. A signature counts for minutes only, so
 * the terminal makes one of its own, where it knows the secret.
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

/** For a shell, to which nothing means anything between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
