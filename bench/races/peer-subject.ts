import { randomBytes } from 'node:crypto'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { runOn } from '../../packages/server/test/sql.ts'
import type { Person, Subject } from '../../packages/stories/src/races/subject.ts'
import { publicUrl, secret } from '../constants.ts'
import { serverKey } from '../organizations/peer-server.ts'

/** The peer as a subject of the races, with its tables and its signed cookies. */
export async function peerSubject(port: number, databaseUrl: string): Promise<Subject> {
  const count = (query: string) => async (value: string) => {
    const [found] = await runOn<{ n: number }>(databaseUrl, `select (${query})::int as n`, [value])
    return found?.n ?? Number.NaN
  }
  const newPeople = peopleMaker(databaseUrl)
  const [operator] = await newPeople(1)
  if (operator === undefined) throw new Error('one person was requested')
  await runOn(databaseUrl, `update "user" set role = 'admin' where id = $1`, [operator.id])
  return {
    name: 'better-auth',
    url: `http://127.0.0.1:${port}`,
    origin: publicUrl,
    backend: { authorization: `Bearer ${serverKey}` },
    operator: operator.here,
    newPeople,
    count: {
      organizationsWithSlug: count('select count(*) from organization where slug = $1'),
      orphansOf: count(orphansQuery),
      straySessionsOf: count(straysQuery),
      membersOfTeam: count('select count(*) from "teamMember" where "teamId" = $1'),
    },
  }
}

const orphansQuery = `
  select count(*)
    from (select "organizationId" from member
          union all select "organizationId" from invitation
          union all select "organizationId" from team
          union all select "activeOrganizationId" from session) pointing (id)
   where id = $1 and not exists (select from organization where organization.id = pointing.id)`

const straysQuery = `
  select count(*)
    from session
   where "activeOrganizationId" = $1
     and not exists (select from member
                      where member."organizationId" = session."activeOrganizationId"
                        and member."userId" = session."userId")`

function peopleMaker(databaseUrl: string): Subject['newPeople'] {
  const keyring = createKeyring([secret])
  const newToken = () => randomBytes(16).toString('hex')
  const caller = (token: string) => ({
    cookie: `better-auth.session_token=${keyring.signCookie(token)}`,
  })
  return async (count) => {
    const people = Array.from({ length: count }, () => ({
      id: newToken(),
      tokens: [newToken(), newToken()] as const,
    }))
    const sessions = people.flatMap(({ id, tokens }) => tokens.map((token) => ({ id, token })))
    await runOn(databaseUrl, insertion, [
      people.map(({ id }) => id),
      sessions.map(({ token }) => token),
      sessions.map(({ id }) => id),
    ])
    return people.map(({ id, tokens: [here, there] }): Person => {
      return { id, email: `${id}@example.test`, here: caller(here), there: caller(there) }
    })
  }
}

const insertion = `
  with person as (
    insert into "user" (id, email, "emailVerified", name, "createdAt", "updatedAt", role, banned)
    select id, id || '@example.test', true, 'Ann Example', now(), now(), 'user', false
      from unnest($1::text[]) id
  )
  insert into session (id, token, "userId", "createdAt", "updatedAt", "expiresAt")
  select token, token, user_id, now(), now(), now() + interval '7 days'
    from unnest($2::text[], $3::text[]) input (token, user_id)`
