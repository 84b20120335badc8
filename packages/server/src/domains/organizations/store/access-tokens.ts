import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { groupBy } from '../../../kernel/indexing.ts'
import type { Database } from '../../../platform/database/database.ts'
import type {
  OrganizationAccessTokenTable,
  Tables,
} from '../../../platform/database/db-types.gen.ts'
import { Failed } from '../../../platform/database/in-batches.ts'
import { type Listing, listPage, type Page } from '../../../platform/database/listing.ts'
import { namedStatement, type Read } from '../../../platform/database/reader.ts'
import type { Membership } from './members.ts'
import { deleteSecrets, indexSecret } from './secret-directory.ts'

export type AccessTokenRow = Selectable<OrganizationAccessTokenTable>

export interface AccessTokenKey {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'organizationAccessToken'>
}

/** What authenticating a call needs. */
export type AuthenticatingToken = Pick<
  AccessTokenRow,
  'organizationId' | 'id' | 'comment' | 'scopes' | 'expiresAt' | 'lastUsedAt'
>

/** The hot read of every call with a token; null for unknown and revoked ones. */
export async function findTokensByHashes(
  { read, isDistributed }: Database,
  hashes: readonly Buffer[],
): Promise<(AuthenticatingToken | null | Failed)[]> {
  const rows = isDistributed
    ? await readOfEachOwner(read, hashes)
    : await read(tokensInOneStep, [hashes, hashes.length])
  const found = new Map(rows.map(({ hash, ...token }) => [hash.toString('hex'), token]))
  return hashes.map((hash) => {
    const one = found.get(hash.toString('hex')) ?? null
    return one !== null && 'failed' in one ? one.failed : one
  })
}

interface Hashed {
  readonly hash: Buffer
}

/**
 * The nodes of a cluster are found by the owners; on one server they would cost each call a round
 * trip. A node that is away fails only the calls of its own organizations.
 */
async function readOfEachOwner(read: Read, hashes: readonly Buffer[]) {
  const secrets = await read(ownersOfSecrets, [hashes, hashes.length])
  const owners = groupBy(secrets, ({ organizationId }) => organizationId)
  const rows = [...owners].map(([organizationId, own]) =>
    read(tokensOfOwner, [organizationId, own.map(({ hash }) => hash)]).catch((error: unknown) =>
      own.map(({ hash }) => ({ hash, failed: new Failed(error) })),
    ),
  )
  return (await Promise.all(rows)).flat()
}

/**
 * Of a list whose length it doesn’t know PostgreSQL expects ten rows, and would plan each call anew for
 * the few that come. Of a limit that it doesn’t know it expects one.
 */
const askedSecrets = `(select unnest($1::bytea[]) as hash limit $2) asked
     join secret_directory d on d.hash = asked.hash`

const ownersOfSecrets = namedStatement<Pick<AccessTokenRow, 'organizationId'> & Hashed>(
  'owners_of_secrets',
  `select d.organization_id as "organizationId", d.hash from ${askedSecrets}`,
)

const shownColumns = `t.organization_id as "organizationId", t.id, t.comment, t.scopes,
          t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt", t.secret_hash as hash`

const tokensOfOwner = namedStatement<AuthenticatingToken & Hashed>(
  'access_tokens_of_owner',
  `select ${shownColumns}
     from organization_access_token t
    where t.organization_id = $1 and t.secret_hash = any($2)`,
)

const tokensInOneStep = namedStatement<AuthenticatingToken & Hashed>(
  'access_tokens_shown',
  `select ${shownColumns}
     from ${askedSecrets}
     join organization_access_token t
       on t.organization_id = d.organization_id and t.secret_hash = d.hash`,
)

/** Only one of several parallel calls writes. */
export async function recordTokenUse(
  db: Kysely<Tables>,
  { organizationId, id, lastUsedAt }: AuthenticatingToken,
  now: Date,
): Promise<void> {
  await db
    .updateTable('organizationAccessToken')
    .set({ lastUsedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('lastUsedAt', 'is not distinct from', lastUsedAt)
    .execute()
}

export const findAccessToken = (
  tx: Transaction<Tables>,
  { organizationId, id }: AccessTokenKey,
): Promise<AccessTokenRow | undefined> =>
  tx
    .selectFrom('organizationAccessToken')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

export const findAccessTokenIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'organizationAccessToken'>,
): Promise<AccessTokenRow | undefined> =>
  db
    .selectFrom('organizationAccessToken')
    .selectAll()
    .where('organizationId', 'in', organizationIds)
    .where('id', '=', id)
    .executeTakeFirst()

/** Those that are still valid, the oldest first. */
export const listTokensOfCreator = (
  tx: Transaction<Tables>,
  { organizationId, userId }: Membership,
  now: Date,
): Promise<AccessTokenRow[]> =>
  tx
    .selectFrom('organizationAccessToken')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('createdBy', '=', userId)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

type TokenSortKey = 'created_at' | 'comment' | 'last_used_at'

export const listAccessTokens = (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  listing: Listing<TokenSortKey>,
): Promise<Page<AccessTokenRow>> =>
  listPage(
    db,
    db
      .selectFrom('organizationAccessToken')
      .selectAll()
      .where('organizationId', '=', organizationId),
    listing,
    {
      columns: { created_at: 'createdAt', comment: 'comment', last_used_at: 'lastUsedAt' },
      nullable: ['last_used_at'],
      id: 'id',
    },
  )

export type NewAccessToken = Pick<
  AccessTokenRow,
  | 'organizationId'
  | 'id'
  | 'secretHash'
  | 'comment'
  | 'scopes'
  | 'expiresAt'
  | 'expiryNoticeDueAt'
  | 'createdAt'
  | 'createdBy'
>

/** Inserts the entry of the directory too, by which the token is found. */
export async function insertAccessToken(
  tx: Transaction<Tables>,
  token: NewAccessToken,
): Promise<AccessTokenRow> {
  await indexSecret(tx, { hash: token.secretHash, organizationId: token.organizationId })
  return tx
    .insertInto('organizationAccessToken')
    .values(token)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const expiryNoticesMax = 100

/** Of all organizations, the longest overdue first. */
export const listDueExpiryNotices = (db: Kysely<Tables>, now: Date): Promise<AccessTokenRow[]> =>
  db
    .selectFrom('organizationAccessToken')
    .selectAll()
    .where('expiryNoticeDueAt', '<=', now)
    .orderBy('expiryNoticeDueAt')
    .limit(expiryNoticesMax)
    .execute()

/** Whether the notice was still due; it is then settled, and the next one is due. */
export async function advanceExpiryNotice(
  tx: Transaction<Tables>,
  { organizationId, id, expiryNoticeDueAt }: AccessTokenRow,
  next: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('organizationAccessToken')
    .set({ expiryNoticeDueAt: next })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('expiryNoticeDueAt', '=', expiryNoticeDueAt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

type TokenChanges = Partial<Pick<AccessTokenRow, 'comment' | 'scopes'>>

export const saveAccessToken = (
  tx: Transaction<Tables>,
  { organizationId, id }: AccessTokenKey,
  changes: TokenChanges,
  now: Date,
): Promise<AccessTokenRow> =>
  tx
    .updateTable('organizationAccessToken')
    .set({ ...changes, modifiedAt: now, version: sql`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteAccessToken(
  tx: Transaction<Tables>,
  { organizationId, id, secretHash }: Pick<AccessTokenRow, keyof AccessTokenKey | 'secretHash'>,
): Promise<void> {
  await tx
    .deleteFrom('organizationAccessToken')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  await deleteSecrets(tx, [secretHash])
}
