import type {
  checkUsage,
  releaseUsage,
  reserveUsage,
  settleUsage,
  trackUsage,
} from '@guildhall/contract/limits/usage-checks'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { EventInput } from '@guildhall/contract/usage/event-input'
import type { ReservationRow } from '../store/reservations.ts'

interface Requested<K, B> {
  readonly kind: K
  readonly organizationId: Id<'organization'>
  readonly input: B
}

type Check = Requested<'check', BodyOf<typeof checkUsage>>
type Track = Requested<'track', BodyOf<typeof trackUsage>>
type Reserve = Requested<'reserve', BodyOf<typeof reserveUsage>>
type Settle = Requested<'settle', BodyOf<typeof settleUsage>>
type Release = Requested<'release', BodyOf<typeof releaseUsage>>

/** What is decided in turn, one after the other. */
export type UsageRequest = Check | Track | Reserve | Settle | Release

export interface AnswerOf {
  readonly check: ResponseOf<typeof checkUsage>
  readonly track: ResponseOf<typeof trackUsage>
  readonly reserve: ResponseOf<typeof reserveUsage>
  readonly settle: ResponseOf<typeof settleUsage>
  readonly release: ResponseOf<typeof releaseUsage>
}

/** The event of a request, as usage places it: with whom it names, also where it is none. */
export function eventOf(
  request: UsageRequest,
  reservation: ReservationRow | undefined,
): EventInput {
  switch (request.kind) {
    case 'track':
      return request.input.event
    case 'settle':
      return { ...request.input.event, ...customerOf(reservation) }
    case 'release':
      return { name: request.kind, ...customerOf(reservation) }
    default: {
      const { customerId, externalCustomerId, subscriptionId } = request.input
      return { name: request.kind, customerId, externalCustomerId, subscriptionId }
    }
  }
}

const customerOf = (reservation: ReservationRow | undefined) => ({
  customerId: reservation?.customerId,
  subscriptionId: reservation?.subscriptionId,
})
