import { publicUrl } from './constants.ts'

const agent = 'mozilla/5.0 (x11; linux x86_64) applewebkit/537.36 chrome/143.0 safari/537.36'

/** Raw HTTP requests for the load; paths are relative to `/api/auth`. */

export const getRequest = (path: string, headers: Readonly<Record<string, string>>): string =>
  raw('GET', path, headers, '')

export function postRequest(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): string {
  const text = JSON.stringify(body)
  const bodyHeaders = {
    origin: publicUrl,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }
  return raw('POST', path, { ...headers, ...bodyHeaders }, text)
}

function raw(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const all = { host: '127.0.0.1', 'user-agent': agent, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} /api/auth${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
