import type { Currency, Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findBillingSettings } from '../../organizations/store/billing-settings.ts'

export async function findReportingCurrency(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Currency | null> {
  const settings = await findBillingSettings(db, [organizationId])
  return settings.get(organizationId)?.reportingCurrency ?? null
}

export async function getReportingCurrency(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Currency> {
  const reportingCurrency = await findReportingCurrency(db, organizationId)
  if (reportingCurrency === null) throw new Problem('reporting_currency_missing')
  return reportingCurrency
}
