import { useQuery } from '@tanstack/react-query'
import {
  limitsQuery,
  type PortalLimit,
  type PortalMeter,
  type PortalSubscription,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** What a limit is about. */
export type LimitTarget =
  | { kind: 'meter'; id: PortalMeter['meterId']; name: string }
  | { kind: 'subscription'; id: PortalSubscription['id']; name: string; currency: string }

const isOf = ({ meterId, subscriptionId }: PortalLimit, { kind, id }: LimitTarget): boolean =>
  (kind === 'meter' ? meterId : subscriptionId) === id

export function useLimits(target: LimitTarget) {
  const { api } = usePortal()
  const { data = [] } = useQuery(limitsQuery(api))
  const own = data.filter((one) => isOf(one, target))
  return {
    seller: own.find(({ setBy }) => setBy === 'seller'),
    customer: own.find(({ setBy }) => setBy === 'customer'),
  }
}
