import type { IncomingHttpHeaders } from 'node:http'
import { sameSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { IdentityDeps } from './deps.ts'

/** Whether the request comes from the application's own backend. Compares every configured key. */
export function showsServerKey(
  { config }: Pick<IdentityDeps, 'config'>,
  { authorization = '' }: Pick<IncomingHttpHeaders, 'authorization'>,
): boolean {
  const [, shown = ''] = serverKeyShape.exec(authorization) ?? []
  const keys = config.server.serverKeys ?? []
  return shown !== '' && keys.filter((key) => sameSecret(key, shown)).length > 0
}

const serverKeyShape = new RegExp(`^bearer +(${secretPrefixes.server}\\S+)$`, 'i')
