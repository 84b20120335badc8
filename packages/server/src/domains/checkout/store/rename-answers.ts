import { sql } from 'kysely'
import { withRenamedKey } from '../../../platform/database/renamed-key.ts'
import type { RenamedCustomField } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'

/** Open checkouts get a version, so that a buyer’s change doesn’t restore the old slug. */
export async function renameAnswers(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { organizationId, from, to }: RenamedCustomField,
): Promise<void> {
  await sql`
    update checkout one set custom_field_data = ${withRenamedKey(answers, { from, to })},
           version = one.version + (one.status = 'open')::integer
      from (select id from checkout
             where organization_id = ${organizationId} and custom_field_data ? ${from}
             order by id for no key update) answered
     where one.organization_id = ${organizationId} and one.id = answered.id`.execute(tx)
}

const answers = sql`one.custom_field_data`
