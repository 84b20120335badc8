import { publicUrl } from '../constants.ts'
import type { Seller } from './sellers.ts'

/** Raw HTTP requests of a seller's backend for the load; paths are relative to `/v1`. */

export const getRequest = (seller: Seller, path: string): string => raw('GET', path, seller, '')

export function postRequest(seller: Seller, path: string, body: object): string {
  return raw('POST', path, seller, JSON.stringify(body))
}

function raw(method: string, path: string, { token }: Seller, body: string): string {
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
