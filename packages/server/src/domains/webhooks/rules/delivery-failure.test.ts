import { describe, expect, it } from 'vitest'
import { failureSentence } from './delivery-failure.ts'

describe('why a webhook was not delivered', () => {
  it.each([
    ['unresolved', 'ENOTFOUND', 'The host was not found.'],
    ['unresolved', 'ENODATA', 'The host was not found.'],
    ['unresolved', undefined, 'The host was not found.'],
    [
      'unresolved',
      'ESERVFAIL',
      'The name of the host could not be resolved. Its name servers may be down.',
    ],
    [
      'unresolved',
      'EAI_AGAIN',
      'The name of the host could not be resolved. Its name servers may be down.',
    ],
    ['unreachable', 'ECONNREFUSED', 'The host refused the connection.'],
    ['unreachable', 'ECONNRESET', 'The connection was closed before an answer.'],
    ['unreachable', 'EHOSTUNREACH', 'The host can’t be reached.'],
    ['unreachable', 'ETIMEDOUT', 'The host didn’t answer in time.'],
    ['unreachable', 'CERT_HAS_EXPIRED', 'The certificate of the host has expired.'],
    [
      'unreachable',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'The certificate of the host is for another name.',
    ],
    ['unreachable', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of the host is not trusted.'],
    [
      'unreachable',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of the host is not trusted.',
    ],
    ['unreachable', 'ERR_SSL_WRONG_VERSION_NUMBER', 'No secure connection could be established.'],
    ['unreachable', 'EPROTO', 'No secure connection could be established.'],
    ['unreachable', 'HPE_INVALID_CONSTANT', 'The answer was not valid HTTP.'],
    ['unreachable', 'ESOMETHING', 'There was no connection.'],
    ['unreachable', undefined, 'There was no connection.'],
    ['timeout', undefined, 'The host didn’t answer in time.'],
    ['too_large', undefined, 'The answer was too large.'],
  ] as const)('%s with %s', (failed, code, sentence) => {
    const reason = 'connect to internal-host at 10.0.0.5:80'
    expect(failureSentence({ failed, reason, ...(code !== undefined && { code }) })).toBe(sentence)
  })

  it('names the rule that the URL breaks', () => {
    expect(failureSentence({ failed: 'refused_target', reason: 'the scheme must be https' })).toBe(
      'This URL may not be called: the scheme must be https.',
    )
  })
})
