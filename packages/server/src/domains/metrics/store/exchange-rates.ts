import type { listExchangeRates as contract } from '@guildhall/contract/metrics/exchange-rates'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { ExchangeRateTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { NewRate } from '../rules/rate-file.ts'

export type ExchangeRateRow = Selectable<ExchangeRateTable>

export interface EnteredRateRow extends ExchangeRateRow {
  readonly actorName: string | null
}

/** With the names of users. */
const entered = (db: Kysely<Tables>) =>
  db
    .selectFrom('exchangeRate')
    .leftJoin('person', (join) =>
      join
        .onRef('person.id', '=', 'exchangeRate.actorId')
        .on('exchangeRate.actorType', '=', 'user'),
    )
    .selectAll('exchangeRate')
    .select('person.name as actorName')

interface OfReportingCurrency {
  readonly organizationId: Id<'organization'>
  readonly reportingCurrency: Currency
}

export function listRates(
  db: Kysely<Tables>,
  { organizationId, reportingCurrency }: OfReportingCurrency,
  { currency, ...listing }: QueryOf<typeof contract>,
): Promise<Page<EnteredRateRow>> {
  const matching = entered(db)
    .where('exchangeRate.organizationId', '=', organizationId)
    .where('exchangeRate.reportingCurrency', '=', reportingCurrency)
    .$if(currency !== undefined, (of) => of.where('exchangeRate.currency', 'in', currency ?? []))
  return listPage(db, matching, listing, {
    columns: { day: 'exchangeRate.day', currency: 'exchangeRate.currency' },
    id: 'exchangeRate.id',
  })
}

/** The rate with this id in any of these organizations. */
export const findRateIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'exchangeRate'>,
): Promise<EnteredRateRow | undefined> =>
  entered(db)
    .where('exchangeRate.organizationId', 'in', organizationIds)
    .where('exchangeRate.id', '=', id)
    .executeTakeFirst()

/** Those of some currencies until a day. */
export const listRatesUntil = (
  db: Kysely<Tables>,
  { organizationId, reportingCurrency }: OfReportingCurrency,
  { currencies, lastDay }: { readonly currencies: readonly Currency[]; readonly lastDay: string },
): Promise<Pick<ExchangeRateRow, 'currency' | 'day' | 'rate'>[]> =>
  db
    .selectFrom('exchangeRate')
    .select(['currency', 'day', 'rate'])
    .where('organizationId', '=', organizationId)
    .where('reportingCurrency', '=', reportingCurrency)
    .where('currency', '=', sql<Currency>`any(${currencies}::text[])`)
    .where('day', '<=', lastDay)
    .execute()

interface Entering extends OfReportingCurrency {
  readonly actorType: string
  readonly actorId: string
  readonly enteredAt: Date
  readonly newId: () => Id<'exchangeRate'>
  readonly rates: readonly NewRate[]
}

/** Those that are new or another one than before; equal ones keep who entered them. */
export async function saveRates(
  tx: Transaction<Tables>,
  { rates, newId, ...common }: Entering,
): Promise<readonly ExchangeRateRow[]> {
  const rows = rates.map((rate) => ({ ...rate, ...common, id: newId(), version: 1 }))
  const { rows: saved } = await sql<ExchangeRateRow>`
    insert into exchange_rate as r (organization_id, id, reporting_currency, currency, day, rate,
                                    actor_type, actor_id, entered_at, version)
    select organization_id, id, reporting_currency, currency, day, rate,
           actor_type, actor_id, entered_at, version
      from jsonb_populate_recordset(null::exchange_rate, ${jsonRows(rows)}::jsonb)
     order by currency, day
        on conflict on constraint exchange_rate_of_day do update
       set rate = excluded.rate, actor_type = excluded.actor_type, actor_id = excluded.actor_id,
           entered_at = excluded.entered_at, version = r.version + 1
     where r.rate <> excluded.rate
    returning r.*`.execute(tx)
  return saved
}

interface OfDay extends OfReportingCurrency, Pick<NewRate, 'currency' | 'day'> {}

export const findRateOf = (
  db: Kysely<Tables>,
  { organizationId, reportingCurrency, currency, day }: OfDay,
): Promise<EnteredRateRow | undefined> =>
  entered(db)
    .where('exchangeRate.organizationId', '=', organizationId)
    .where('exchangeRate.reportingCurrency', '=', reportingCurrency)
    .where('exchangeRate.currency', '=', currency)
    .where('exchangeRate.day', '=', day)
    .executeTakeFirst()

export const deleteRate = (
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<ExchangeRateRow, 'organizationId' | 'id'>,
): Promise<ExchangeRateRow | undefined> =>
  tx
    .deleteFrom('exchangeRate')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
