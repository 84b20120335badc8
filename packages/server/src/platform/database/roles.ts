import pg from 'pg'
import { StartFailure } from '../start-failure.ts'

const existsAlreadyCodes = new Set(['42710', '23505'])

/**
 * The server's role exists where an operator or the launcher made it a login. Where there is one
 * url only, it's made here without one, for the owner's login to assume.
 */
export async function ensureRole(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const { rows } = await client.query<{ assumable: boolean }>(
    `select pg_has_role(current_user, oid, 'member') as assumable from pg_roles where rolname = $1`,
    [role],
  )
  const [found] = rows
  if (found !== undefined) {
    // Another database of this cluster may have made it. With two urls nobody has to assume it.
    if (!found.assumable) await client.query(`grant ${name} to current_user`).catch(() => undefined)
    return
  }
  try {
    await client.query(`create role ${name} nologin`)
  } catch (error) {
    if (error instanceof pg.DatabaseError && existsAlreadyCodes.has(error.code ?? '')) return
    throw new StartFailure(
      `The database has no role ${role} and this login may not make it; as an administrator run: ` +
        `create role ${name}; grant ${name} to current_user`,
      { cause: error },
    )
  }
  await client.query(`grant ${name} to current_user`)
}
