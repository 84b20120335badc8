import type { Id } from '@guildhall/contract/primitives'
import { createVerifiedUser } from '../domains/identity/actions/users/create-user.ts'
import { findUserByEmail, type UserRow } from '../domains/identity/store/users/users.ts'
import { issueAccessToken } from '../domains/organizations/actions/access-tokens.ts'
import { createOrganization } from '../domains/organizations/actions/create-organization.ts'
import { findRole } from '../domains/organizations/store/members.ts'
import {
  findOrganizationBySlug,
  type OrganizationRow,
} from '../domains/organizations/store/organizations.ts'
import { createEndpoint, requireTarget } from '../domains/webhooks/actions/create-endpoint.ts'
import { Problem } from '../kernel/refusal.ts'
import type { Config } from '../platform/config/config.ts'
import { makeSecret, secretPrefixes } from '../platform/crypto/tokens.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { runUnitOfWork, type UnitOfWork } from '../platform/unit-of-work.ts'
import type { Creation } from './command-line/create-usage.ts'
import type { AppDeps } from './dependencies.ts'
import { newPassword, onOwnServer } from './own-server.ts'

/** What was created. Its secrets can’t be read later. */
export type Created =
  | { readonly userId: string; readonly email: string; readonly password: string }
  | { readonly organizationId: string; readonly slug: string }
  | { readonly tokenId: string; readonly accessToken: string }
  | { readonly endpointId: string; readonly webhookSecret: string }

/** Creates one thing on the server of this machine. */
export const create = (config: Config, creation: Creation): Promise<Created> =>
  onOwnServer(config, (deps) => {
    switch (creation.kind) {
      case 'user':
        return createUser(deps, creation)
      case 'organization':
        return createOrganizationFor(deps, creation)
      case 'token':
        return createToken(deps, creation)
      case 'webhooks':
        return createWebhooks(deps, creation)
    }
  })

type Of<K extends Creation['kind']> = Extract<Creation, { readonly kind: K }>

async function createUser(deps: AppDeps, { email, name }: Of<'user'>): Promise<Created> {
  const password = newPassword()
  const passwordHash = await deps.hashing.hash(password)
  const user = await runUnitOfWork(deps.uowFactory, {}, (uow) =>
    createVerifiedUser(uow, deps, { email, name, passwordHash }),
  )
  if (user === null) throw new Problem('user_already_exists')
  return { userId: user.id, email: user.email, password }
}

const createOrganizationFor = (
  deps: AppDeps,
  { owner, organization: wanted }: Of<'organization'>,
): Promise<Created> =>
  runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const { id: userId } = await userOf(uow, owner)
    const { id: organizationId, slug } = await createOrganizationOf(uow, deps, { userId, wanted })
    return { organizationId, slug }
  })

interface OwnedBy {
  readonly userId: Id<'user'>
  readonly wanted: Of<'organization'>['organization']
}

export async function createOrganizationOf(
  uow: UnitOfWork,
  deps: AppDeps,
  { userId, wanted }: OwnedBy,
): Promise<OrganizationRow> {
  const { organization } = await createOrganization(uow, deps, {
    by: 'server',
    userId,
    userRefusal: 'unauthorized',
    sessionId: null,
    organization: wanted,
  })
  return organization
}

async function createToken(
  deps: AppDeps,
  { organization, member, token }: Of<'token'>,
): Promise<Created> {
  const { id: organizationId, slug } = await organizationOf(deps, organization)
  const { secret: accessToken, hash: secretHash } = makeSecret(secretPrefixes.organizationAccess)
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const creator = await userOf(uow, member)
    const membership = { organizationId, userId: creator.id }
    if ((await findRole(deps.uowFactory.database, membership)) === null) {
      throw new StartFailure(`${creator.email} is not a member of ${slug}`)
    }
    const input = { ...token, scopes: [...token.scopes], organizationId, secretHash, creator }
    const { id: tokenId } = await issueAccessToken(uow, deps, input)
    return { tokenId, accessToken }
  })
}

async function createWebhooks(
  deps: AppDeps,
  { organization, endpoint: wanted }: Of<'webhooks'>,
): Promise<Created> {
  await requireTarget(deps, wanted.url)
  const { id: organizationId } = await organizationOf(deps, organization)
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const { endpoint, secret } = await createEndpoint(uow, deps, { ...wanted, organizationId })
    return { endpointId: endpoint.id, webhookSecret: secret }
  })
}

async function userOf({ tx }: UnitOfWork, email: string): Promise<UserRow> {
  const user = await findUserByEmail(tx, email)
  if (user !== undefined) return user
  throw new StartFailure(`There is no user ${email}; guildhall user create makes one`)
}

async function organizationOf({ uowFactory }: AppDeps, slug: string): Promise<OrganizationRow> {
  const found = await findOrganizationBySlug(uowFactory.database.kysely, slug)
  if (found === undefined) throw new StartFailure(`There is no organization ${slug}`)
  return found
}

/** As the command prints it: a line for an application’s .env, or how to sign in. */
export function createdText(created: Created): string {
  if ('accessToken' in created) return `GUILDHALL_ACCESS_TOKEN=${created.accessToken}`
  if ('webhookSecret' in created) return `WEBHOOK_SECRET=${created.webhookSecret}`
  if ('organizationId' in created) return `ORGANIZATION_ID=${created.organizationId}`
  return `Sign in as ${created.email} with the password ${created.password}`
}
