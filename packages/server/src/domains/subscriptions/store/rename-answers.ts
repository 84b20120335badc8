import { sql } from 'kysely'
import { withRenamedKey } from '../../../platform/database/renamed-key.ts'
import type { RenamedCustomField } from '../../../platform/hooks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'

/** No new version: a plan change that is being paid stays valid. */
export async function renameAnswers(
  { tx }: Pick<UnitOfWork, 'tx'>,
  { organizationId, from, to }: RenamedCustomField,
): Promise<void> {
  await sql`
    update subscription one set custom_field_data = ${withRenamedKey(answers, { from, to })}
      from (select id from subscription
             where organization_id = ${organizationId} and custom_field_data ? ${from}
             order by id for no key update) answered
     where one.organization_id = ${organizationId} and one.id = answered.id`.execute(tx)
}

const answers = sql`one.custom_field_data`
