import type { LedgerAccount } from '@guildhall/contract/ledger/shapes'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** What stands on one account: credited less debited. */
export interface AccountRow {
  readonly currency: Currency
  readonly account: LedgerAccount
  readonly place: string | null
  readonly amount: MinorUnits
  /** All that was ever debited there. */
  readonly debited: MinorUnits
}

/** What took from the seller other than by a sale, without tax. */
export interface CorrectionRow {
  readonly currency: Currency
  readonly kind: 'refunded' | 'disputed' | 'lost' | 'settled'
  readonly amount: MinorUnits
}

/** In the order of currencies, accounts and places. */
export async function listAccounts(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select currency, account, place, credited - debited as amount, debited
      from ledger_account
     where organization_id = ${organizationId}
     order by currency, account, place`.execute(db)
  return rows
}

/** Of a dispute that was won nothing is left. */
export async function listCorrections(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    with corrections as (
      select j.id, j.dispute_id,
             case when j.kind = 'settlement' then 'settled'
                  when j.dispute_id is null then 'refunded' else 'disputed' end as kind
        from journal j
       where j.organization_id = ${organizationId} and j.kind not in ('payment', 'balance')),
    lost as (
      select dispute_id from journal
       where organization_id = ${organizationId} and kind = 'dispute_lost')
    select l.currency, (sum(l.debit) - sum(l.credit))::bigint as amount,
           case when c.dispute_id in (table lost) then 'lost' else c.kind end as kind
      from corrections c
      join journal_line l on l.organization_id = ${organizationId} and l.journal_id = c.id
     where l.account in ('seller_payable', 'processor_fees')
     group by 1, 3`.execute(db)
  return rows
}

/** What these journals changed on the accounts, a row for each of their currencies. */
export interface ChangeRow {
  readonly journalId: Id<'journal'>
  readonly currency: Currency
  readonly amount: MinorUnits
  readonly taxAmount: MinorUnits
  readonly heldAmount: MinorUnits
  readonly customerBalanceAmount: MinorUnits
}

export async function listChanges(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  journalIds: readonly Id<'journal'>[],
): Promise<ChangeRow[]> {
  if (journalIds.length === 0) return []
  const changed = (accounts: readonly LedgerAccount[]) => sql`
    coalesce(sum(credit - debit) filter (where account = any(${accounts}::text[])), 0)::bigint`
  const { rows } = await sql<ChangeRow>`
    select journal_id as "journalId", currency,
           ${changed(['seller_payable', 'processor_fees'])} as amount,
           ${changed(['tax_payable'])} as "taxAmount",
           ${changed(['dispute_clearing'])} as "heldAmount",
           ${changed(['customer_balance'])} as "customerBalanceAmount"
      from journal_line
     where organization_id = ${organizationId} and journal_id = any(${journalIds}::uuid[])
     group by journal_id, currency`.execute(db)
  return rows
}
