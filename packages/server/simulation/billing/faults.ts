import type { Tamper } from './tampering.ts'

// Faults that can be planted on purpose, to see that the laws find them: a statement that is never
// carried out, one that forgets a column, and locks and comparisons that are left out.

/** However a statement is broken into lines. */
const phrase = (words: string): RegExp => new RegExp(words.replaceAll(' ', '\\s+'))

const skipping = (words: string): Tamper => {
  const pattern = phrase(words)
  return (text) => (pattern.test(text) ? null : text)
}

const saving = phrase('update subscription s set status')

/** What is saved of a subscription leaves one column as it was. */
const forgetting =
  (column: string): Tamper =>
  (text) =>
    saving.test(text) ? text.replace(`${column} = v.${column}`, `${column} = s.${column}`) : text

const forgettable = [
  'status',
  'product_id',
  'amount',
  'current_period_start',
  'current_period_end',
  'cancel_at_period_end',
  'canceled_at',
  'ends_at',
  'ended_at',
  'past_due_at',
  'attempts',
  'next_attempt_at',
  'grace_ends_at',
  'last_resort_at',
  'revoked_at',
  'due_at',
]

const unguarded: Tamper = (text) =>
  text
    .replace(phrase('for no key update skip locked'), '')
    .replace(/(from "subscription" .*) for no key update/s, '$1')
    .replace(/claimed_until is null or claimed_until <= (\$\d+)/, '$1::timestamptz is not null')
    .replace(phrase('and s\\.version = v\\.version'), '')

const faults: Readonly<Record<string, Tamper>> = {
  'no news is recorded': skipping('insert into outbox'),
  'no items are kept': skipping('insert into order_item'),
  'no attempt is noted': skipping('insert into subscription_attempt'),
  'attempts are never taken': skipping('delete from "subscription_attempt"'),
  'what waits is never marked as billed': skipping('update billing_entry'),
  'payments are never attached': skipping('update payment p set order_id'),
  'nothing is booked': skipping('insert into journal'),
  'no balance moves': skipping('insert into customer_balance'),
  'orders are never paid': skipping("update orders o set status = 'paid'"),
  'orders are never given up': skipping('update orders o set given_up_at'),
  'prices are never replaced': skipping('insert into subscription_price'),
  'paid changes are never taken': skipping('delete from "subscription_change"'),
  'nobody resumes payments': skipping('update payment p set resume_at'),
  'payments stay pending': skipping('update payment p set status'),
  'nobody locks, nobody compares': unguarded,
  ...Object.fromEntries(forgettable.map((column) => [`forgotten ${column}`, forgetting(column)])),
}

export const billingFaults: readonly string[] = Object.keys(faults)

export const tamperOf = (fault: string): Tamper | null => faults[fault] ?? null
