import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '../../../../kernel/refusal.ts'
import { operatorGuard } from '../../../../platform/http-client/guard.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import {
  decideNewPassword,
  type PersonalFacts,
  wordsOf,
} from '../../rules/credentials/new-password.ts'

const timeoutMs = 3_000
const maxBytes = 524_288
/** Only this prefix of the hash is sent; hundreds of other passwords share it. */
const prefixLength = 5

/**
 * The refusal of a new password, or null. Call it before the transaction, because it may call a
 * service on the network.
 */
export async function checkNewPassword(
  deps: Pick<IdentityDeps, 'config' | 'fetchExternal' | 'log'>,
  password: string,
  person: PersonalFacts,
): Promise<Refusal | null> {
  const refusal = decideNewPassword(deps.config.passwords, password, person)
  if (refusal !== null) return refusal
  if (deps.config.passwords.commonCheck) {
    const { isGuessable } = await import('../../../../platform/passwords/guessable.ts')
    if (isGuessable(password, wordsOf(person))) return refuse('password_too_guessable')
  }
  return (await isBreached(deps, password)) ? refuse('password_is_breached') : null
}

/**
 * Requests all breached hashes with the same prefix. If the service fails the password is accepted:
 * the other rules still apply, and an outage must not prevent replacing a stolen password.
 */
async function isBreached(
  { config, fetchExternal, log }: Pick<IdentityDeps, 'config' | 'fetchExternal' | 'log'>,
  password: string,
): Promise<boolean> {
  const { breachUrl } = config.passwords
  if (breachUrl === null) return false
  const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
  const [prefix, rest] = [hash.slice(0, prefixLength), hash.slice(prefixLength)]
  const answer = await fetchExternal(`${breachUrl.replace(/\/$/, '')}/${prefix}`, {
    method: 'GET',
    guard: operatorGuard,
    // Without padding, the length of the answer would reveal the prefix to observers.
    headers: { 'add-padding': 'true' },
    timeoutMs,
    maxBytes,
  })
  if (!('failed' in answer) && answer.status === 200) return lists(answer.body.toString(), rest)
  const reason = 'failed' in answer ? answer.reason : `it answered ${answer.status}`
  log.warn({ reason }, 'breached passwords could not be fetched; the password was accepted')
  return false
}

/** Lines are `<rest of the hash>:<count>`; padding has the count 0. */
const lists = (text: string, rest: string): boolean =>
  text.split(/\r?\n/).some((line) => {
    const [hash = '', count = ''] = line.split(':')
    return hash.trim().toUpperCase() === rest && Number(count) > 0
  })
