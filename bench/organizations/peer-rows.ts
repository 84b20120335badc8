import { randomBytes } from 'node:crypto'
import { runOn } from '../../packages/server/test/sql.ts'
import { type InsertOrganizations, rowsOf } from './rows.ts'

export const insertPeers =
  (url: string): InsertOrganizations =>
  async (organizations) => {
    const newId = () => randomBytes(16).toString('hex')
    const { ids, teams, members } = rowsOf(organizations, newId)
    await runOn(url, organizationRows, [ids])
    await runOn(url, teamRows, [teams.map((one) => one.organizationId)])
    await runOn(url, memberRows, [
      members.map((one) => one.organizationId),
      members.map((one) => one.userId),
      members.map((one) => one.role),
    ])
    return ids
  }

const organizationRows = `
  insert into organization (id, slug, name, "createdAt")
  select id, 'of-' || id, 'Example', now() from unnest($1::text[]) id`

const teamRows = `
  insert into team (id, name, "organizationId", "memberCount", "createdAt")
  select gen_random_uuid()::text, 'Example', organization_id, 0, now()
    from unnest($1::text[]) organization_id`

const memberRows = `
  insert into member (id, "organizationId", "userId", role, "createdAt")
  select gen_random_uuid()::text, organization_id, user_id, role, now()
    from unnest($1::text[], $2::text[], $3::text[]) input (organization_id, user_id, role)`
