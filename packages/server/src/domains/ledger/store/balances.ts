import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Correction } from '../rules/balances.ts'
import type { CurrencyAccount } from '../rules/postings.ts'

/** What is due to the seller: its sales, less the processor’s fees and the credit that it gave. */
const availableAccounts: readonly LedgerAccount[] = [
  'seller_payable',
  'processor_fees',
  'credit_adjustments',
]

/** Ordered by currency, account and place. */
export async function listAccounts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<CurrencyAccount[]> {
  const { rows } = await sql<CurrencyAccount>`
    select currency, account, place, credited - debited as amount
      from ledger_account
     where organization_id = ${organizationId}
     order by currency, account, place`.execute(db)
  return rows
}

/** A dispute that was won nets to zero. */
export async function listCorrections(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    with corrections as (
      select e.id, e.dispute_id,
             case when e.kind = 'settlement' then 'settled'
                  when e.kind = 'adjustment' then 'adjusted'
                  when e.dispute_id is null then 'refunded' else 'disputed' end as kind
        from journal_entry e
       where e.organization_id = ${organizationId}
          and e.kind not in ('payment', 'balance', 'fee', 'dispute_fee')),
    lost as (
      select dispute_id from journal_entry
       where organization_id = ${organizationId} and kind = 'dispute_lost')
    select l.currency, (sum(l.debit) - sum(l.credit))::bigint as amount,
           coalesce(sum(l.credit - l.debit) filter (where l.account = 'processor_fees'), 0)::bigint
             as "feeAmount",
           case when c.dispute_id in (table lost) then 'lost' else c.kind end as kind
      from corrections c
      join entry_line l on l.organization_id = ${organizationId} and l.entry_id = c.id
     where l.account = any(${availableAccounts}::text[])
     group by 1, 4`.execute(db)
  return rows
}

/** What an entry changed on the accounts, a row for each currency. */
export interface ChangeRow {
  readonly entryId: Id<'journalEntry'>
  readonly currency: Currency
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly heldAmount: MinorUnits
  readonly customerBalanceAmount: MinorUnits
}

export async function listChanges(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  entryIds: readonly Id<'journalEntry'>[],
): Promise<ChangeRow[]> {
  if (entryIds.length === 0) return []
  const changed = (accounts: readonly LedgerAccount[]) => sql`
    coalesce(sum(credit - debit) filter (where account = any(${accounts}::text[])), 0)::bigint`
  const { rows } = await sql<ChangeRow>`
    select entry_id as "entryId", currency,
           ${changed(availableAccounts)} as amount,
           ${changed(['tax_payable'])} as "taxAmount",
           ${changed(['dispute_clearing'])} as "heldAmount",
           ${changed(['customer_balance'])} as "customerBalanceAmount"
      from entry_line
     where organization_id = ${organizationId} and entry_id = any(${entryIds}::uuid[])
     group by entry_id, currency`.execute(db)
  return rows
}
