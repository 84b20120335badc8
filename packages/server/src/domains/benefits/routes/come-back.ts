import { accept, Problem } from '../../../kernel/refusal.ts'
import { type DirectAnswer, redirectTo } from '../../../platform/http/direct-answer.ts'
import { personOf, type Seller, sellerWork } from '../../organizations/index.ts'
import type { BenefitParts } from '../actions/parts.ts'
import { type RoundTrip, readState } from '../actions/round-trips.ts'
import { decideReturn } from '../rules/round-trip.ts'
import { finishRoundTrip } from '../store/round-trips.ts'

interface Return {
  readonly method: string
  readonly caller: Seller
  readonly query: {
    readonly state?: unknown
    readonly code?: unknown
    readonly error?: unknown
  }
}

/** How a round trip ended: with a code, or with the reason why there is none. */
export type Ending =
  | { readonly trip: RoundTrip; readonly code: string }
  | { readonly trip: RoundTrip; readonly error: string }

/** Whatever comes of it, a round trip that came back can't do so again. */
export async function comeBack(
  parts: BenefitParts,
  to: Parameters<typeof readState>[1],
  { method, caller, query }: Return,
): Promise<Ending> {
  // Programs look at links by HEAD, and must find nothing done by it.
  if (method !== 'GET') throw new Problem('method_not_allowed', { allow: 'GET' })
  const trip = readState(parts, to, query.state)
  const sessionId = personOf(caller).session.id
  const returned = accept(decideReturn({ trip, sessionId, now: parts.clock.now() }))
  if (trip === null) throw over()
  if (returned === 'late') return { trip, error: 'too_late' }
  const isFirst = await sellerWork(parts, caller, trip.organizationId, ({ tx }) =>
    finishRoundTrip(tx, trip, trip.until),
  )
  if (!isFirst) throw over()
  if (query.error !== undefined) return { trip, error: 'access_denied' }
  const { code } = query
  return typeof code === 'string' && code !== '' ? { trip, code } : { trip, error: 'no_code' }
}

const over = (): Problem => new Problem('round_trip_over', { loc: ['query', 'state'] })

/**
 * Back to the page that the browser left from. What came of it stands behind the `#`, which is sent
 * to no server and stands in no log.
 */
export const sendBack = (
  { config }: Pick<BenefitParts, 'config'>,
  { returnTo }: RoundTrip,
  news: Readonly<Record<string, string>>,
): DirectAnswer =>
  redirectTo(`${config.server.url}${returnTo}#${new URLSearchParams(news).toString()}`)
