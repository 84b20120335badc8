import {
  type BillingSettings as contract,
  disputeBehaviors,
  dunningFinalActions,
  prorationModes,
} from '@guildhall/contract/organizations/billing-settings'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { OrganizationRow } from './organizations.ts'

export type BillingSettings = z.output<typeof contract>

type SettingsColumns = Pick<
  OrganizationRow,
  | 'prorationBehavior'
  | 'allowMultipleSubscriptions'
  | 'allowCustomerUpdates'
  | 'deferredChangeMax'
  | 'disputeBehavior'
  | 'usageGraceMinutes'
  | 'timeZone'
  | 'reportingCurrency'
  | 'dunningAttemptDays'
  | 'dunningGraceDays'
  | 'dunningFinalAction'
>

const prorationMode = z.enum(prorationModes)
const finalAction = z.enum(dunningFinalActions)
const disputeBehavior = z.enum(disputeBehaviors)

export const settingsOf = (row: SettingsColumns): BillingSettings => ({
  prorationMode: z.parse(prorationMode, row.prorationBehavior),
  allowMultipleSubscriptions: row.allowMultipleSubscriptions,
  allowCustomerUpdates: row.allowCustomerUpdates,
  deferredChangeMax: row.deferredChangeMax,
  disputeBehavior: z.parse(disputeBehavior, row.disputeBehavior),
  usageGraceMinutes: row.usageGraceMinutes,
  timeZone: row.timeZone,
  reportingCurrency: row.reportingCurrency,
  dunning: {
    attemptDays: [...row.dunningAttemptDays],
    graceDays: row.dunningGraceDays,
    finalAction: z.parse(finalAction, row.dunningFinalAction),
  },
})

/** The settings of several organizations, in one statement. */
export async function findBillingSettings(
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<Map<Id<'organization'>, BillingSettings>> {
  const rows = await db
    .selectFrom('organization')
    .select([
      'id',
      'prorationBehavior',
      'allowMultipleSubscriptions',
      'allowCustomerUpdates',
      'deferredChangeMax',
      'disputeBehavior',
      'usageGraceMinutes',
      'timeZone',
      'reportingCurrency',
      'dunningAttemptDays',
      'dunningGraceDays',
      'dunningFinalAction',
    ])
    .where('id', '=', sql<Id<'organization'>>`any(${organizationIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, settingsOf(row)]))
}
