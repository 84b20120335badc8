import { Problem } from '../../../../kernel/refusal.ts'
import { work } from '../../../../platform/work.ts'
import { type Entrance, enterByProvider } from '../../actions/enter-by-provider.ts'
import type { Identity } from '../../actions/keep-account.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { recordFailedEntry } from '../../actions/record-failed-entry.ts'
import type { Origin } from '../../store/audit.ts'
import type { KnownProvider } from './social.ts'

interface Entering {
  readonly identity: Identity
  readonly requestsSignUp: boolean
  readonly callbackURL: string | null
  readonly from: Origin
}

/** Signs in whoever the provider says has come. A refusal is on record before it is told. */
export async function enter(
  parts: IdentityParts,
  { client: { isTrusted, signUp } }: KnownProvider,
  { identity, requestsSignUp, callbackURL, from }: Entering,
): Promise<Entrance> {
  const maySignUp = signUp === 'on' || (signUp === 'requested' && requestsSignUp)
  const arrival = { ...identity, isTrusted, maySignUp, callbackURL, from }
  try {
    return await work(parts.workshop, {}, (unit) => enterByProvider(unit, parts, arrival))
  } catch (problem) {
    if (problem instanceof Problem) {
      const reason = problem.code
      await work(parts.workshop, {}, (unit) =>
        recordFailedEntry(unit, { ...identity, from, reason }),
      )
    }
    throw problem
  }
}
