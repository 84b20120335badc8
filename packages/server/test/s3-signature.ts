import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Signature version 4, implemented from the specification rather than with the signing library.

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface RequestSignature {
  /** `<key>/<day>/<region>/s3/aws4_request`. */
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  /** Null for signatures in headers, which are made for one request. */
  readonly expiresSeconds: number | null
  readonly payload: string
}

/** Null if the request is signed with the keys. */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  { keys, now }: { readonly keys: Keys; readonly now: Date },
): string | null {
  const [path = '', queryText = ''] = (request.url ?? '').split('?')
  const given = readSignature(request, new URLSearchParams(queryText))
  if (given === null) return 'AccessDenied'
  const [accessKeyId, day = '', region = '', service = '', end = ''] = given.credential.split('/')
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (isExpired(given, now)) return 'AccessDenied'
  const isBodySigned = /^[0-9a-f]{64}$/.test(given.payload)
  if (isBodySigned && hashOf(body) !== given.payload) return 'XAmzContentSHA256Mismatch'
  const names = given.signedHeaders.split(';')
  if (!names.includes('host')) return 'AccessDenied'
  const canonical = [
    request.method,
    path,
    canonicalQuery(queryText),
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    given.signedHeaders,
    given.payload,
  ].join('\n')
  const scope = [day, region, service, end].join('/')
  const toSign = ['AWS4-HMAC-SHA256', given.date, scope, hashOf(canonical)].join('\n')
  let key: Buffer = Buffer.from(`AWS4${keys.secretAccessKey}`)
  for (const word of [day, region, service, end, toSign]) key = hmac(key, word)
  return key.toString('hex') === given.signature ? null : 'SignatureDoesNotMatch'
}

function readSignature(
  { headers }: IncomingMessage,
  query: URLSearchParams,
): RequestSignature | null {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (credential !== undefined && signedHeaders !== undefined && signature !== undefined) {
    const date = String(headers['x-amz-date'])
    const payload = String(headers['x-amz-content-sha256'])
    return { credential, signedHeaders, signature, date, expiresSeconds: null, payload }
  }
  const parameter = (name: string) => query.get(`X-Amz-${name}`)
  const [inQuery, names, mac] = [
    parameter('Credential'),
    parameter('SignedHeaders'),
    parameter('Signature'),
  ]
  if (inQuery === null || names === null || mac === null) return null
  return {
    credential: inQuery,
    signedHeaders: names,
    signature: mac,
    date: parameter('Date') ?? '',
    expiresSeconds: Number(parameter('Expires')),
    payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  }
}

const skewSeconds = 900

function isExpired({ date, expiresSeconds }: RequestSignature, now: Date): boolean {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const ageSeconds = (now.getTime() - new Date(iso).getTime()) / 1000
  return !(ageSeconds >= -skewSeconds && ageSeconds <= (expiresSeconds ?? skewSeconds))
}

/** Sorted and uniformly encoded. */
const canonicalQuery = (text: string): string =>
  text
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => pair.split('='))
    .map(([name = '', value = '']) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

const encoded = (text: string): string =>
  encodeURIComponent(decodeURIComponent(text)).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const hashOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
