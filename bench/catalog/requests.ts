import { publicUrl } from '../setting.ts'
import type { Shop } from './shops.ts'

/** Whole requests as the load writes them, of a seller's backend; paths are below `/v1`. */

export const getRequest = (shop: Shop, path: string): string => raw('GET', path, shop, '')

export function postRequest(shop: Shop, path: string, body: object): string {
  return raw('POST', path, shop, JSON.stringify(body))
}

function raw(method: string, path: string, { token }: Shop, body: string): string {
  const lines = [
    `host: ${new URL(publicUrl).host}`,
    'accept: application/json',
    `authorization: Bearer ${token}`,
    ...(body === ''
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ]
  return [`${method} /v1${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
