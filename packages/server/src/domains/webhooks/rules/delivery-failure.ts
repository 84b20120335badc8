interface DeliveryFailure {
  readonly failed: 'refused_target' | 'unresolved' | 'unreachable' | 'timeout' | 'too_large'
  /** Words of our own for a refused target, otherwise those of the system. */
  readonly reason: string
  readonly code?: string
}

/**
 * What sellers read about a failed attempt. The words of the system name resolvers and addresses of
 * the server's network, so they are never passed on.
 */
export function failureSentence({ failed, reason, code = '' }: DeliveryFailure): string {
  switch (failed) {
    case 'refused_target':
      return `This URL may not be called: ${reason}.`
    case 'unresolved':
      return resolverFaults.has(code)
        ? 'The name of the host could not be resolved. Its name servers may be down.'
        : 'The host was not found.'
    case 'unreachable':
      return connectionFailure(code)
    case 'timeout':
      return tooSlow
    case 'too_large':
      return 'The answer was too large.'
  }
}

const tooSlow = 'The host didn’t answer in time.'

const resolverFaults: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EREFUSED',
  'ESERVFAIL',
  'ETIMEOUT',
])

const closed = 'The connection was closed before an answer.'
const outOfReach = 'The host can’t be reached.'
const untrusted = 'The certificate of the host is not trusted.'
const insecure = 'No secure connection could be established.'

const sentences: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'The host refused the connection.'],
  ['ECONNRESET', closed],
  ['EPIPE', closed],
  ['EHOSTUNREACH', outOfReach],
  ['ENETUNREACH', outOfReach],
  ['ETIMEDOUT', tooSlow],
  ['CERT_HAS_EXPIRED', 'The certificate of the host has expired.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of the host is for another name.'],
  ['EPROTO', insecure],
])

/** Families of codes, of which there are too many to list. */
const families = [
  [/^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|HOSTNAME_MISMATCH)/, untrusted],
  [/^ERR_(SSL|TLS)_/, insecure],
  [/^HPE_/, 'The answer was not valid HTTP.'],
] as const

function connectionFailure(code: string): string {
  const family = families.find(([pattern]) => pattern.test(code))
  return sentences.get(code) ?? family?.[1] ?? 'There was no connection.'
}
