import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import type {
  approveCommandLineLogin,
  getCommandLineLogin,
} from '@guildhall/contract/organizations/command-line-logins'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { hashSecret, hasSecretShape, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { runUnitOfWork, type UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentAccessToken } from '../present/access-token.ts'
import { readLoginCode } from '../rules/login-code.ts'
import { type AccessTokenRow, deleteAccessToken } from '../store/access-tokens.ts'
import {
  type CommandLineLoginRow,
  findLoginByCode,
  findNamedToken,
  isLoginPending,
  lockTokenByHash,
  takeLogin,
} from '../store/command-line-logins.ts'
import { createAccessToken } from './access-tokens.ts'
import type { OrganizationDeps } from './deps.ts'
import { accessTokenEvent } from './organization-events.ts'
import { type SellerCaller, type ShownToken, shownToken } from './seller.ts'

/** All codes could be tried against a plain hash. */
export const loginCodeDigest = (keyring: Keyring, code: string): Buffer =>
  keyring.sign(['command line login', code]).mac

function digestOf({ keyring }: OrganizationDeps, typed: string): Buffer {
  const code = readLoginCode(typed)
  if (code === null) throw new Problem('command_line_login_not_found')
  return loginCodeDigest(keyring, code)
}

export async function findLogin(
  deps: OrganizationDeps,
  typed: string,
): Promise<CommandLineLoginRow> {
  const { kysely } = deps.uowFactory.database
  const login = await findLoginByCode(kysely, digestOf(deps, typed), deps.clock.now())
  if (login === undefined) throw new Problem('command_line_login_not_found')
  return login
}

type Status = ResponseOf<typeof getCommandLineLogin>

/**
 * An approval creates the token in the transaction that deletes the login, so who finds no login
 * any more finds the token.
 */
export async function loginStatus(
  { uowFactory: { database }, clock }: OrganizationDeps,
  secret: string,
): Promise<Status> {
  const hash = hashOfToken(secret)
  if (hash === null) throw new Problem('command_line_login_not_found')
  if (await isLoginPending(database.kysely, hash, clock.now())) {
    return { status: 'pending', approved: null }
  }
  const token = await findNamedToken(database.kysely, hash)
  if (token === undefined) throw new Problem('command_line_login_not_found')
  const { organizationName, organizationSlug } = token
  return {
    status: 'approved',
    approved: {
      organizationAccessToken: presentAccessToken(token),
      organizationName,
      organizationSlug,
    },
  }
}

function hashOfToken(secret: string): Buffer | null {
  const isToken = hasSecretShape(secretPrefixes.organizationAccess, secret)
  return isToken ? hashSecret(secret) : null
}

async function takenLogin(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  typed: string,
): Promise<CommandLineLoginRow> {
  const login = await takeLogin(uow.tx, digestOf(deps, typed), uow.now)
  if (login === undefined) throw new Problem('command_line_login_not_found')
  return login
}

type Approval = BodyOf<typeof approveCommandLineLogin> & {
  readonly organizationId: Id<'organization'>
}

/** Turns the secret of the command line into an access token of the organization. */
export async function approveLogin(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  seller: SellerCaller,
  { userCode, ...input }: Approval,
): Promise<AccessTokenRow> {
  const { secretHash, deviceName } = await takenLogin(uow, deps, userCode)
  const comment = `Command line on ${deviceName}`
  return createAccessToken(uow, deps, seller, { ...input, comment, secretHash })
}

export const denyLogin = async (
  uow: UnitOfWork,
  deps: OrganizationDeps,
  typed: string,
): Promise<void> => void (await takenLogin(uow, deps, typed))

/** Does nothing for an unknown token. */
export async function revokeShownToken(
  deps: OrganizationDeps,
  secret: string,
  finish: (uow: UnitOfWork, by: ShownToken) => Promise<unknown>,
): Promise<void> {
  const hash = hashOfToken(secret)
  if (hash === null) return
  const found = await findNamedToken(deps.uowFactory.database.kysely, hash)
  if (found === undefined) return
  const actor = { type: 'organization_access_token', id: found.id } as const
  await runUnitOfWork(deps.uowFactory, { actor }, async (uow) => {
    const token = await lockTokenByHash(uow.tx, hash)
    if (token === undefined) return
    await deleteAccessToken(uow.tx, token)
    uow.record(accessTokenEvent('deleted', { ...token, version: token.version + 1 }, null))
    await finish(uow, shownToken(token, secret))
  })
}
