import type { QueryOf } from '@guildhall/contract/operation'
import type { listDownloadables as contract } from '@guildhall/contract/portal/downloadables'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { listPage, type Page } from '../../../platform/database/listing.ts'
import type { FileInGrant } from '../rules/downloads.ts'
import { isOfPurchase, type Viewer } from './of-purchase.ts'

/** A file that a benefit gives, and the grant because of which it may be downloaded. */
export interface DownloadableRow extends FileInGrant {
  readonly benefitId: Id<'benefit'>
}

/** One page of what they may download now. */
export function listDownloadablesOf(
  db: Kysely<Tables>,
  viewer: Viewer,
  { organizationId, benefitId, ...listing }: QueryOf<typeof contract>,
): Promise<Page<DownloadableRow>> {
  const matching = db
    .selectFrom('benefitGrant')
    .innerJoin('offeredFile', (join) =>
      join
        .onRef('offeredFile.organizationId', '=', 'benefitGrant.organizationId')
        .onRef('offeredFile.benefitId', '=', 'benefitGrant.benefitId'),
    )
    .select([
      'benefitGrant.id as grantId',
      'benefitGrant.benefitId',
      sql<Id<'file'>>`offered_file.file_id`.as('fileId'),
    ])
    .where('benefitGrant.organizationId', '=', viewer.organizationId)
    .where('benefitGrant.id', 'in', oldestPerBenefit(db, viewer))
    .where((one) =>
      one.and([
        ...(organizationId ? [one('benefitGrant.organizationId', 'in', organizationId)] : []),
        ...(benefitId ? [one('benefitGrant.benefitId', 'in', benefitId)] : []),
      ]),
    )
  return listPage(db, matching, listing, {
    columns: { granted_at: 'benefitGrant.grantedAt' },
    id: sql`(benefit_grant.id, offered_file.position, offered_file.file_id)`,
  })
}

/** Of a benefit that is held twice, each file is shown once. */
const oldestPerBenefit = (db: Kysely<Tables>, { organizationId, customerId, checkoutId }: Viewer) =>
  db
    .selectFrom('benefitGrant')
    .select('id')
    .distinctOn('benefitId')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('status', '=', 'granted')
    .where((one) => one.and(checkoutId === null ? [] : [isOfPurchase(checkoutId)]))
    .orderBy('benefitId')
    .orderBy('grantedAt')
    .orderBy('id')

interface DownloadKey extends FileInGrant {
  readonly organizationId: Id<'organization'>
}

/** Whether the grant is held by an existing customer and gives the file now. */
export async function isDownloadable(
  db: Kysely<Tables>,
  { organizationId, grantId, fileId }: DownloadKey,
): Promise<boolean> {
  const { rows } = await sql`
    select
      from benefit_grant g
      join customer_contact c on c.organization_id = g.organization_id and c.id = g.customer_id
      join offered_file f on f.organization_id = g.organization_id and f.benefit_id = g.benefit_id
     where g.organization_id = ${organizationId} and g.id = ${grantId} and f.file_id = ${fileId}
       and g.status = 'granted' and c.deleted_at is null`.execute(db)
  return rows.length > 0
}
