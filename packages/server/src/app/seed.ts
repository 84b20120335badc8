import type { Id } from '@guildhall/contract/primitives'
import { createProduct } from '../domains/catalog/actions/create-product.ts'
import { createVerifiedUser } from '../domains/identity/actions/users/create-user.ts'
import { findUserByEmail, type UserRow } from '../domains/identity/store/users/users.ts'
import { issueAccessToken } from '../domains/organizations/actions/access-tokens.ts'
import { createEndpoint, requireTarget } from '../domains/webhooks/actions/create-endpoint.ts'
import { Problem } from '../kernel/refusal.ts'
import type { Config } from '../platform/config/config.ts'
import { type MadeSecret, makeSecret, secretPrefixes } from '../platform/crypto/tokens.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { runUnitOfWork, type UnitOfWork } from '../platform/unit-of-work.ts'
import type { SeedOptions } from './command-line/seed-usage.ts'
import { createOrganizationOf } from './create.ts'
import type { AppDeps } from './dependencies.ts'
import { newPassword, onOwnServer } from './own-server.ts'

/** What was created, with its secrets, which can’t be read later. */
export interface Seeded {
  readonly url: string
  readonly email: string
  /** Null for a user who existed. */
  readonly password: string | null
  readonly organizationId: string
  readonly organizationSlug: string
  readonly accessToken: string
  readonly productId: string | null
  readonly webhookSecret: string | null
}

/** Creates a seller on the server of this machine, in one transaction. */
export const seed = (config: Config, options: SeedOptions): Promise<Seeded> =>
  onOwnServer(config, async (deps) => {
    const { product, webhook } = options
    if (webhook !== null) await requireTarget(deps, webhook.url)
    const password = newPassword()
    const passwordHash = await hashForNewOwner(deps, options.email, password)
    const token = makeSecret(secretPrefixes.organizationAccess)
    const products = product === null ? [] : [product]
    const wanted = { ...options, products, token, passwordHash }
    const made = await runUnitOfWork(deps.uowFactory, {}, (uow) => createSeller(uow, deps, wanted))
    return {
      url: deps.config.server.url,
      email: made.owner.user.email,
      password: made.owner.isNew ? password : null,
      organizationId: made.organization.id,
      organizationSlug: made.organization.slug,
      accessToken: token.secret,
      productId: made.productIds[0] ?? null,
      webhookSecret: made.webhookSecret,
    }
  })

export interface WantedSeller
  extends Pick<SeedOptions, 'email' | 'organization' | 'scopes' | 'webhook'> {
  /** Null if the user existed. */
  readonly passwordHash: string | null
  /** Null for none. */
  readonly token: MadeSecret | null
  readonly products: readonly NonNullable<SeedOptions['product']>[]
}

/** The target of the webhook has been checked. */
export async function createSeller(uow: UnitOfWork, deps: AppDeps, wanted: WantedSeller) {
  const { email, passwordHash, scopes, token, products, webhook } = wanted
  const owner = await findOrCreateOwner(uow, deps, { email, passwordHash })
  const userId = owner.user.id
  const organization = await createOrganizationOf(uow, deps, {
    userId,
    wanted: wanted.organization,
  })
  const organizationId = organization.id
  if (token !== null) {
    await issueAccessToken(uow, deps, {
      organizationId,
      comment: 'Created by guildhall seed',
      scopes: [...scopes],
      secretHash: token.hash,
      creator: owner.user,
    })
  }
  const productIds: Id<'product'>[] = []
  for (const product of products) {
    productIds.push((await createProduct(uow, deps, { ...product, organizationId })).id)
  }
  const endpoint = webhook && (await createEndpoint(uow, deps, { ...webhook, organizationId }))
  return { owner, organization, productIds, webhookSecret: endpoint?.secret ?? null }
}

/** Hashing takes a while, so it happens before the transaction, and only for users to be created. */
export const hashForNewOwner = async (
  { hashing, uowFactory }: AppDeps,
  email: string,
  password: string,
): Promise<string | null> => {
  const known = await findUserByEmail(uowFactory.database.kysely, email)
  return known === undefined ? hashing.hash(password) : null
}

interface Owner {
  readonly user: UserRow
  readonly isNew: boolean
}

async function findOrCreateOwner(
  uow: UnitOfWork,
  deps: AppDeps,
  { email, passwordHash }: Pick<WantedSeller, 'email' | 'passwordHash'>,
): Promise<Owner> {
  const known = await findUserByEmail(uow.tx, email)
  if (known !== undefined) {
    // Anyone can sign up with the address of somebody else.
    if (known.emailVerified) return { user: known, isNew: false }
    throw new StartFailure(`email: ${email} has not been verified by its user`)
  }
  if (passwordHash === null) throw new StartFailure(`email: ${email} was deleted meanwhile`)
  const name = email.slice(0, email.indexOf('@'))
  const user = await createVerifiedUser(uow, deps, { email, name, passwordHash })
  if (user === null) throw new Problem('user_already_exists')
  return { user, isNew: true }
}

/** As the command prints it. */
export function seedText(seeded: Seeded, output: SeedOptions['output']): string {
  if (output === 'json') return JSON.stringify(seeded, null, 2)
  const { url, email, password, organizationSlug, productId, webhookSecret } = seeded
  const settings = [
    `GUILDHALL_URL=${url}`,
    `GUILDHALL_ACCESS_TOKEN=${seeded.accessToken}`,
    `ORGANIZATION_ID=${seeded.organizationId}`,
    ...(productId === null ? [] : [`PRODUCT_ID=${productId}`]),
    ...(webhookSecret === null ? [] : [`WEBHOOK_SECRET=${webhookSecret}`]),
  ]
  if (output === 'env') return settings.join('\n')
  return [
    `Created ${organizationSlug}. Its secrets are shown only now:`,
    '',
    ...settings,
    '',
    `Dashboard: ${url}/dashboard/${organizationSlug}`,
    password === null
      ? `Sign in as ${email} with the password of that user`
      : `Sign in as ${email} with the password ${password}`,
  ].join('\n')
}
