import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { operatorGuard } from '../../../platform/http-client/guard.ts'
import type { IdentityParts } from '../actions/parts.ts'
import { decideNewPassword, type KnownAbout } from '../rules/new-password.ts'

const timeoutMs = 3_000
const maxBytes = 524_288
/** So many characters of the hash are told: hundreds of other passwords share them. */
const prefixLength = 5

/**
 * Why this can't become the password of somebody, or null. To be asked before the transaction: it
 * may ask a service on the network.
 */
export async function checkNewPassword(
  parts: Pick<IdentityParts, 'config' | 'outside' | 'log'>,
  password: string,
  about: KnownAbout,
): Promise<Refusal | null> {
  const refusal = decideNewPassword(parts.config.passwords, password, about)
  if (refusal !== null) return refusal
  return (await isBreached(parts, password)) ? refuse('password_is_breached') : null
}

/**
 * Asks for all known hashes that begin like this one's. A service that doesn't answer lets the
 * password pass: the other rules hold, and nobody should be kept from replacing a stolen password
 * because a stranger's server is down.
 */
async function isBreached(
  { config, outside, log }: Pick<IdentityParts, 'config' | 'outside' | 'log'>,
  password: string,
): Promise<boolean> {
  const { breachUrl } = config.passwords
  if (breachUrl === null) return false
  const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const [prefix, rest] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
  const answer = await outside(`${breachUrl.replace(/\/$/, '')}/${prefix}`, {
    method: 'GET',
    guard: operatorGuard,
    // Without padding, the length of the answer would tell the prefix to whoever sees the traffic.
    headers: { 'add-padding': 'true' },
    timeoutMs,
    maxBytes,
  })
  if (!('failed' in answer) && answer.status === 200) return lists(answer.body.toString(), rest)
  const reason = 'failed' in answer ? answer.reason : `it answered ${answer.status}`
  log.warn({ reason }, 'breached passwords could not be asked for; the password was let pass')
  return false
}

/** Lines of `<rest of the hash>:<how often it was seen>`; what is padding was never seen. */
const lists = (text: string, rest: string): boolean =>
  text.split(/\r?\n/).some((line) => {
    const [hash = '', count = ''] = line.split(':')
    return hash.trim().toUpperCase() === rest && Number(count) > 0
  })
