import { newId } from '../../packages/server/src/platform/ids.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import { type InsertOrganizations, rowsOf } from './rows.ts'

export const insertOurs =
  (ownerUrl: string): InsertOrganizations =>
  async (organizations) => {
    const { ids, teams, members } = rowsOf(organizations, () => newId('organization'))
    await runOn(ownerUrl, organizationRows, [ids])
    await runOn(ownerUrl, teamRows, [teams.map((one) => one.organizationId)])
    await runOn(ownerUrl, memberRows, [
      members.map((one) => one.organizationId),
      members.map((one) => one.userId),
      members.map((one) => one.role),
    ])
    return ids
  }

const organizationRows = `
  insert into organization (id, slug, name, created_at)
  select id, 'of-' || id, 'Example', now() from unnest($1::uuid[]) id`

const teamRows = `
  insert into team (organization_id, id, name, created_at)
  select organization_id, gen_random_uuid(), 'Example', now()
    from unnest($1::uuid[]) organization_id`

const memberRows = `
  insert into member (organization_id, id, user_id, role, created_at)
  select organization_id, gen_random_uuid(), user_id, role, now()
    from unnest($1::uuid[], $2::uuid[], $3::text[]) input (organization_id, user_id, role)`
