import type { Overview } from '@guildhall/contract/overview/overview'
import type {
  CustomerColumns,
  DisputeRow,
  EndingRow,
  EndpointRow,
  HeldRow,
  OverdueRow,
  StoppedRow,
  SubscriptionColumns,
  UnnumberedRow,
} from '../store/attention.ts'
import type { Part } from '../store/read-part.ts'

type Attention = Overview['attention']
type Shown<K extends keyof Attention> = NonNullable<Attention[K]>['items'][number]

export const presentPart = <T, S>(
  { total, items }: Part<T>,
  present: (item: T) => S,
): { total: number; items: S[] } => ({ total, items: items.map(present) })

const customerOf = ({ customerId, customerName, customerEmail }: CustomerColumns) => ({
  id: customerId,
  name: customerName,
  email: customerEmail,
})

const subscriptionOf = (row: SubscriptionColumns) => ({
  id: row.id,
  customer: customerOf(row),
  product: { id: row.productId, name: row.productName },
  amount: row.amount,
  currency: row.currency,
})

export const presentOverdue = (row: OverdueRow): Shown<'overduePayments'> => ({
  ...subscriptionOf(row),
  status: row.status,
  pastDueAt: row.pastDueAt,
  nextPaymentAttemptAt: row.nextAttemptAt,
})

export const presentEnding = (row: EndingRow): Shown<'endingSubscriptions'> => ({
  ...subscriptionOf(row),
  recurringInterval: row.recurringInterval,
  endsAt: row.endsAt,
})

export const presentHeld = (row: HeldRow): Shown<'pausedRenewals'> => ({
  ...subscriptionOf(row),
  renewalsPausedAt: row.heldAt,
  suspended: row.suspendedAt !== null,
})

export const presentDispute = (row: DisputeRow): Shown<'disputes'> => ({
  id: row.id,
  customer: customerOf(row),
  amount: row.totalAmount,
  currency: row.currency,
  reason: row.reason,
  evidenceDueBy: row.evidenceDueBy,
  processorUrl: row.processorUrl,
})

export const presentUnnumbered = (row: UnnumberedRow): Shown<'invoicesWithoutNumber'> => ({
  id: row.id,
  customer: customerOf(row),
  amount: row.totalAmount,
  currency: row.currency,
  paidAt: row.paidAt,
})

export const presentStopped = (row: StoppedRow): Shown<'stoppedTopUps'> => ({
  id: row.id,
  customer: customerOf(row),
  reason: row.stopReason,
  stoppedAt: row.stoppedAt,
})

export const presentEndpoint = ({
  isSuspended,
  ...row
}: EndpointRow): Shown<'webhookEndpoints'> => ({
  ...row,
  state: isSuspended ? 'resting' : 'failing',
})
