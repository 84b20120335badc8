import { attentionCountedMax, type Overview } from '@guildhall/contract/overview/overview'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  presentDispute,
  presentEnding,
  presentEndpoint,
  presentHeld,
  presentOverdue,
  presentPart,
  presentStopped,
  presentUnnumbered,
} from '../present/attention.ts'
import { attentionRights, type May } from '../rules/rights.ts'
import { windowsAt } from '../rules/windows.ts'
import {
  readDisputes,
  readEnding,
  readEndpoints,
  readFailedGrants,
  readHeld,
  readOverdue,
  readStopped,
  readUnnumbered,
} from '../store/attention.ts'
import type { Part } from '../store/read-part.ts'

interface AskedAttention {
  readonly organizationId: Id<'organization'>
  readonly may: May
  readonly now: Date
}

/** What needs somebody’s hands, as far as the caller may see it. */
export async function readAttention(
  db: Kysely<Tables>,
  { organizationId: id, may, now }: AskedAttention,
): Promise<Overview['attention']> {
  const { endsBefore, paidBefore, stoppedSince } = windowsAt(now)
  const part = async <T, S>(
    name: keyof typeof attentionRights,
    read: () => Promise<Part<T>>,
    present: (row: T) => S,
  ) => (may(attentionRights[name]) ? presentPart(await read(), present) : null)
  const [overdue, disputes, endpoints, grants, held, unnumbered, ending, stopped] =
    await Promise.all([
      part('overduePayments', () => readOverdue(db, id), presentOverdue),
      part('disputes', () => readDisputes(db, id, now), presentDispute),
      part('webhookEndpoints', () => readEndpoints(db, id), presentEndpoint),
      part(
        'failedGrants',
        () => readFailedGrants(db, id, attentionCountedMax),
        (benefit) => benefit,
      ),
      part('pausedRenewals', () => readHeld(db, id), presentHeld),
      part('invoicesWithoutNumber', () => readUnnumbered(db, id, paidBefore), presentUnnumbered),
      part('endingSubscriptions', () => readEnding(db, id, endsBefore), presentEnding),
      part('stoppedTopUps', () => readStopped(db, id, stoppedSince), presentStopped),
    ])
  return {
    overduePayments: overdue,
    disputes,
    webhookEndpoints: endpoints,
    failedGrants: grants,
    pausedRenewals: held,
    invoicesWithoutNumber: unnumbered,
    endingSubscriptions: ending,
    stoppedTopUps: stopped,
  }
}
