import pg from 'pg'
import { StartFailure } from '../start-failure.ts'

const existsAlreadyCodes = new Set(['42710', '23505'])

/**
 * The server's role exists already if an operator or the launcher made it a login. With a single
 * url it is created here without login, for the owner to assume.
 */
export async function ensureRole(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const { rows } = await client.query<{ assumable: boolean }>(
    `select pg_has_role(current_user, oid, 'member') as assumable from pg_roles where rolname = $1`,
    [role],
  )
  const [found] = rows
  if (found !== undefined) {
    // Another database of this cluster may have created it. With two urls no login has to assume
    // it.
    if (!found.assumable) await client.query(`grant ${name} to current_user`).catch(() => undefined)
    return
  }
  try {
    await client.query(`create role ${name} nologin`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && existsAlreadyCodes.has(error.code ?? '')) return
    throw new StartFailure(
      `The database has no role ${role} and this login may not create it; as an administrator run: ` +
        `create role ${name}; grant ${name} to current_user`,
      { cause: error },
    )
  }
  await client.query(`grant ${name} to current_user`)
}
