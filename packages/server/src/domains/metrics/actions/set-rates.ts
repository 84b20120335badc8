import type { Currency, Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { Actor } from '../../../platform/outbox/record.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { recordedRate } from '../present/exchange-rate.ts'
import { type NewRate, readRateFile } from '../rules/rate-file.ts'
import {
  deleteRate,
  type EnteredRateRow,
  type ExchangeRateRow,
  findRateOf,
  saveRates,
} from '../store/exchange-rates.ts'
import { getReportingCurrency } from './reporting-currency.ts'

interface Entering {
  readonly organizationId: Id<'organization'>
  readonly actor: Actor
}

export async function setRate(
  uow: UnitOfWork,
  { rate, ...entering }: Entering & { readonly rate: NewRate },
): Promise<EnteredRateRow> {
  const { organizationId } = entering
  const reportingCurrency = await getReportingCurrency(uow.tx, organizationId)
  if (rate.currency === reportingCurrency) {
    throw new Problem('exchange_rate_of_reporting_currency', { loc: ['body', 'currency'] })
  }
  await save(uow, { ...entering, reportingCurrency, rates: [rate] })
  const { currency, day } = rate
  const set = await findRateOf(uow.tx, { organizationId, reportingCurrency, currency, day })
  assert(set !== undefined, 'this transaction has saved it')
  return set
}

/** All rates of the file or none. */
export async function importRates(
  uow: UnitOfWork,
  { csv, ...entering }: Entering & { readonly csv: string },
) {
  const reportingCurrency = await getReportingCurrency(uow.tx, entering.organizationId)
  const rates = accept(readRateFile(csv, reportingCurrency))
  const saved = await save(uow, { ...entering, reportingCurrency, rates })
  const created = saved.filter(({ version }) => version === 1).length
  return {
    created,
    updated: saved.length - created,
    unchanged: rates.length - saved.length,
  }
}

interface Saving extends Entering {
  readonly reportingCurrency: Currency
  readonly rates: readonly NewRate[]
}

async function save(
  uow: UnitOfWork,
  { actor, ...saving }: Saving,
): Promise<readonly ExchangeRateRow[]> {
  const saved = await saveRates(uow.tx, {
    ...saving,
    actorType: actor.type,
    actorId: actor.id,
    enteredAt: uow.now,
    newId: () => uow.newId('exchangeRate'),
  })
  uow.record(...saved.map((row) => eventOf('exchange_rate.set', row, recordedRate(row))))
  return saved
}

export async function removeRate(
  uow: UnitOfWork,
  key: Pick<ExchangeRateRow, 'organizationId' | 'id'>,
): Promise<void> {
  const deleted = await deleteRate(uow.tx, key)
  if (deleted === undefined) throw new Problem('not_found')
  const last = { ...deleted, version: deleted.version + 1 }
  uow.record(eventOf('exchange_rate.deleted', last, recordedRate(last)))
}
