import {
  sessionToken,
  tokenKeyId,
} from '../../../server/src/domains/identity/actions/sessions/session-token.ts'
import { cookieNames } from '../../../server/src/domains/identity/rules/sessions/cookies.ts'
import { createKeyring } from '../../../server/src/platform/crypto/keyring.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import { runOn } from '../../../server/test/sql.ts'
import { type Caller, limits, type Person, type Subject } from './subject.ts'

const serverKey = `guildhall_srv_${'r'.repeat(32)}`

/** The settings of our server. */
export const environment = {
  /** Not a loopback address, so that an account is deleted immediately, without a mailed link. */
  GUILDHALL_URL: 'http://guildhall.test',
  GUILDHALL_RATE_LIMIT: 'off',
  GUILDHALL_SERVER_KEYS: serverKey,
  GUILDHALL_ORGANIZATION_LIMIT: String(limits.organizations),
  GUILDHALL_MEMBER_LIMIT: String(limits.members),
  GUILDHALL_INVITATION_LIMIT: String(limits.invitations),
  GUILDHALL_TEAM_LIMIT: String(limits.teams),
  GUILDHALL_TEAM_MEMBER_LIMIT: String(limits.teamMembers),
} as const

interface OurServer {
  readonly port: number
  readonly secret: string
  readonly ownerUrl: string
  /** Its configured public address. */
  readonly publicUrl: string
}

export async function ourSubject(server: OurServer): Promise<Subject> {
  const { port, ownerUrl, publicUrl } = server
  const count = (query: string) => async (value: string) => {
    const [found] = await runOn<{ n: number }>(ownerUrl, `select (${query})::int as n`, [value])
    return found?.n ?? Number.NaN
  }
  const newPeople = peopleMaker(server)
  return {
    name: 'guildhall',
    url: `http://127.0.0.1:${port}`,
    origin: publicUrl,
    backend: { authorization: `Bearer ${serverKey}` },
    operator: await newOperator(ownerUrl, newPeople),
    newPeople,
    count: {
      organizationsWithSlug: count('select count(*) from organization where slug = $1'),
      orphansOf: count(orphansQuery),
      straySessionsOf: count(straysQuery),
      membersOfTeam: count('select count(*) from member where team_id = $1'),
    },
  }
}

async function newOperator(ownerUrl: string, newPeople: Subject['newPeople']): Promise<Caller> {
  const [person] = await newPeople(1)
  if (person === undefined) throw new Error('one person was requested')
  await runOn(ownerUrl, `update users set role = 'admin' where id = $1`, [person.id])
  return person.here
}

const orphansQuery = `
  select count(*)
    from (select organization_id from member
          union all select organization_id from invitation
          union all select organization_id from team
          union all select active_organization_id from session) pointing (id)
   where id = $1 and not exists (select from organization where organization.id = pointing.id)`

const straysQuery = `
  select count(*)
    from session
   where active_organization_id = $1
     and not exists (select from member
                      where member.organization_id = session.active_organization_id
                        and member.user_id = session.user_id)`

/** Signs cookies like the server. */
function peopleMaker({ ownerUrl, secret, publicUrl }: OurServer): Subject['newPeople'] {
  const keyring = createKeyring([secret])
  const { sessionToken: name } = cookieNames({
    url: publicUrl,
    cookiePrefix: 'guildhall',
    cookieDomain: null,
  })
  const newSession = () => {
    const id = newId('session')
    const keyId = tokenKeyId(keyring, id)
    const token = sessionToken(keyring, { id, keyId }) ?? ''
    return { id, keyId, caller: { cookie: `${name}=${keyring.signCookie(token)}` } }
  }
  return async (count) => {
    const made = Array.from({ length: count }, () => ({
      id: newId('user'),
      sessions: [newSession(), newSession()] as const,
    }))
    const sessions = made.flatMap((one) => one.sessions.map((each) => ({ ...each, user: one.id })))
    await runOn(ownerUrl, insertion, [
      made.map(({ id }) => id),
      sessions.map(({ id }) => id),
      sessions.map(({ user }) => user),
      sessions.map(({ keyId }) => keyId),
    ])
    return made.map(({ id, sessions: [{ caller: here }, { caller: there }] }): Person => {
      return { id, email: `${id}@example.test`, here, there }
    })
  }
}

const insertion = `
  with person as (
    insert into users (id, email, email_verified, name, created_at, updated_at)
    select id, id || '@example.test', true, 'Ann Example', now(), now()
      from unnest($1::uuid[]) id
  )
  insert into session
    (id, user_id, key_id, created_at, updated_at, last_used_at, expires_at)
  select id, user_id, key_id, now(), now(), now(), now() + interval '7 days'
    from unnest($2::uuid[], $3::uuid[], $4::text[]) made (id, user_id, key_id)`
