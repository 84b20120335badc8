import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../database/db-types.gen.ts'

/** Work that any organization may have, by the name of the sweep or the job that does it. */
export const dueKinds = [
  'checkout.expire_due',
  'credits.expire_due',
  'customers.erase',
  'entitlements.deliver_access',
  'limits.tell_thresholds',
  'metrics.roll_up',
  'orders.numberInvoices',
  'payments.resume',
  'subscriptions.backfill_movements',
  'subscriptions.bill_early',
  'subscriptions.decide_sandbox_disputes',
  'subscriptions.run_due',
  'topups.buy_due_credits',
  'usage.erase_events',
] as const

export type DueKind = (typeof dueKinds)[number]

/** When somebody should look for work in an organization. */
export interface DueInstant {
  readonly organizationId: Id<'organization'>
  readonly dueAt: Date
}

/** Earlier than any other instant. */
export const atOnce = new Date(0)

/**
 * The organizations that have work of one kind, or will have: kept by notes of the transactions that
 * make the work, so that looking for it asks only the nodes of these organizations.
 */
export interface DueList {
  readonly kind: DueKind
  /** Longer than what one look takes. After it, others look where a process died. */
  readonly leaseMilliseconds: number
  /** Whether nobody waits for this work, so that a recount may be seldom. */
  readonly isPatient?: boolean
  /**
   * The next instant of each of these organizations; none where no work waits. On a cluster it is
   * asked about one organization at a time.
   */
  readonly findNext: (
    db: Kysely<Tables>,
    organizationIds: readonly Id<'organization'>[],
    now: Date,
  ) => Promise<readonly DueInstant[]>
  /** The organizations with work by then, in a question to every node. */
  readonly findAll: (db: Kysely<Tables>, until: Date, now: Date) => Promise<readonly DueInstant[]>
  /** Where processes claim rows, which others do as soon as such a process has died. */
  readonly claims?: ClaimedRows
}

interface ClaimedRows {
  readonly table: keyof Tables
  /** Its column with the process that claims the row. */
  readonly claimant: 'claimed_by' | 'leased_by'
  readonly areClaimed: (now: Date) => RawBuilder<unknown>
  /** The columns of a row that is free again. */
  readonly freed: (now: Date) => RawBuilder<unknown>
}
